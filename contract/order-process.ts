import { z } from 'zod';

/** The progress of an order in its process, for the stages and the diagram of the detail page. */
export const OrderProcess = z.object({
  definitionId: z.string(),
  activeNodeIds: z.array(z.string()),
  doneNodeIds: z.array(z.string()),
  /** The nodes with human tasks, in the order in which an order reaches them (docs/decisions/0089). */
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Candidates by the definition; the actual handlers are in the trace. */
      candidateNames: z.array(z.string()),
      /** For example `3 个工作日`; or empty. */
      limit: z.string(),
    }),
  ),
  /** The stages of this order; a stage with several nodes is a branch whose choice is still open. */
  stages: z.array(z.object({ nodeIds: z.array(z.string()), state: z.enum(['done', 'active', 'ahead']) })),
});
