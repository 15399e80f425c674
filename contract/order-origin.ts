import { z } from 'zod';

/** Fields of an order about its process, its item and its way of submission (S1 §3). */
export const orderOrigin = {
  /** Key of the process definition, of any version. */
  procId: z.string(),
  procDefId: z.string(),
  itemDeployId: z.string(),
  /** The family of items that the order's item belongs to: the business application (docs/decisions/0063). */
  categoryId: z.string(),
  categoryName: z.string(),
  /** Ways of submission: window, online, phone, letter (docs/decisions/0063). */
  serveType: z.array(z.string()),
  /** True if the order needs a second approval. */
  secondBatch: z.boolean(),
  /** Names of the active nodes, joined by 、. */
  nodeName: z.string(),
};
