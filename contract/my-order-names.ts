import { z } from 'zod';
import { myTabs } from '#domain/lists/my-tabs.ts';

/** Names of the specification for the rows and parts of `myWorkOrderPage` (S1 §2, §3). */

/** Names of a row beside ours. */
export const documentedNames = {
  workorderId: z.uuid(),
  workorderCode: z.string(),
  bizCode: z.string(),
  /** Business name: the item's. */
  name: z.string(),
  workorderState: z.number().int(),
  nodeName: z.string(),
  /** The step or copy that puts the order into this list; empty where the person started it. */
  traceId: z.string(),
  flowNodeId: z.string(),
  assignId: z.string(),
  /** Which part it is in, as the address of its page says it: 1 where done, started or copied. */
  isDone: z.enum(['0', '1']),
  isInitiated: z.enum(['0', '1']),
  traceType: z.enum(['0', '1']),
  procInsId: z.string(),
  procDefId: z.string(),
  itemDeployId: z.string(),
  serveType: z.array(z.string()),
};

/** Yes as old clients spell it: `isDone=1`. */
const yes = z.enum(['0', '1', 'false', 'true']).optional();

/** The part that is asked for. */
export const namedPart = {
  /** Ours: the part by its name, in place of the three that follow. */
  tab: z.enum(myTabs).optional(),
  isDone: yes,
  isInitiated: yes,
  traceType: z.string().max(20).optional(),
};
