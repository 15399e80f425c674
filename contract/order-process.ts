import { z } from 'zod';

/** The progress of an order in its process, for the stages and the diagram of the detail page. */
export const OrderProcess = z.object({
  definitionId: z.string(),
  activeNodeIds: z.array(z.string()),
  doneNodeIds: z.array(z.string()),
  /** The nodes where people have work, in the order in which an order comes there (docs/decisions/0089). */
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The people it is meant for by the definition; those who have it stand in the trace. */
      candidateNames: z.array(z.string()),
      /** `3 个工作日`, or empty. */
      limit: z.string(),
    }),
  ),
  /** The stages of this order; a stage with several nodes is a branch that is not chosen yet. */
  stages: z.array(z.object({ nodeIds: z.array(z.string()), state: z.enum(['done', 'active', 'ahead']) })),
});
