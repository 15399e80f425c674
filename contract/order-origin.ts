import { z } from 'zod';

/** Fields of an order about its process, its item and the way it was taken in (S1 §3). */
export const orderOrigin = {
  /** The process definition by its key, whatever the version. */
  procId: z.string(),
  procDefId: z.string(),
  itemDeployId: z.string(),
  /** The family of items that its item belongs to: the business application (docs/decisions/0063). */
  categoryId: z.string(),
  categoryName: z.string(),
  /** window, online, phone, letter (docs/decisions/0063). */
  serveType: z.array(z.string()),
  /** True where it needs a second approval. */
  secondBatch: z.boolean(),
  /** Names of the active nodes, with 、 between them. */
  nodeName: z.string(),
};
