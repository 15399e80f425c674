import { z } from 'zod';
import { myTabs } from '#domain/lists/my-tabs.ts';

/** Names of the specification for the rows and parts of `myWorkOrderPage` (S1 §2, §3). */

/** Documented names of a row, in addition to ours. */
export const documentedNames = {
  workorderId: z.uuid(),
  workorderCode: z.string(),
  bizCode: z.string(),
  /** Name of the item ("business name"). */
  name: z.string(),
  workorderState: z.number().int(),
  nodeName: z.string(),
  /** The step or copy that brings the order into this list; empty if the person started it. */
  traceId: z.string(),
  flowNodeId: z.string(),
  assignId: z.string(),
  /** Part that the row belongs to, as in its page's address: 1 for done, started or copied. */
  isDone: z.enum(['0', '1']),
  isInitiated: z.enum(['0', '1']),
  traceType: z.enum(['0', '1']),
  procInsId: z.string(),
  procDefId: z.string(),
  itemDeployId: z.string(),
  serveType: z.array(z.string()),
};

/** Truth value as old clients send it: `isDone=1`. */
const truthValue = z.enum(['0', '1', 'false', 'true']).optional();

/** Fields that select the part of the list. */
export const partFields = {
  /** Ours: the part by name, instead of the next three. */
  tab: z.enum(myTabs).optional(),
  isDone: truthValue,
  isInitiated: truthValue,
  traceType: z.string().max(20).optional(),
};
