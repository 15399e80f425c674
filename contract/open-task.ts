import { z } from 'zod';

/** An open task of an order that the person may act on. */
export const OpenTask = z.object({
  traceId: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  /** Name of the person for whom this person would act as substitute; empty for an own task. */
  standsFor: z.string(),
});
