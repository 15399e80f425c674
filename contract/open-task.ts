import { z } from 'zod';

/** An open task of an order that a person may act on. */
export const OpenTask = z.object({
  traceId: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  /** In whose place this person would act, as the substitute; empty where it is the own task. */
  standsFor: z.string(),
});
