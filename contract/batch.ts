import { z } from 'zod';
import { maxBatchTasks } from '#domain/workflow/batch.ts';
import { endpoint } from './endpoint.ts';
import { traceId } from './work-orders.ts';

/** Many tasks with one opinion (docs/decisions/0111): a call beforehand returns the tasks that allow it. */

/** A button of a task that may be pressed in a batch. */
export const BatchButton = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  needsOpinion: z.boolean(),
  /** Why it cannot be pressed on this task now; null where it can. */
  reason: z.string().nullable(),
  /** The next nodes of the order, names joined by 、; empty where it waits for others. */
  nextNodeNames: z.string(),
  /** True where the same person may take it back until another person has gone on. */
  undoable: z.boolean(),
  /** The action makes documents, which are previewed together before submission (docs/decisions/0160). */
  makesDocuments: z.boolean(),
  /** Some of them take 文号, which follow the order of the rows. */
  numbersDocuments: z.boolean(),
});

export const BatchTask = z.object({
  traceId,
  /** Null for what this person cannot see or is not there. */
  task: z
    .object({
      workorderId: z.uuid(),
      workorderCode: z.string(),
      /** Process and node: tasks of one kind are handled together. */
      kind: z.string(),
      flowNodeName: z.string(),
    })
    .nullable(),
  /** Why the task cannot be handled in a batch at all; null where a button may be. */
  reason: z.string().nullable(),
  buttons: z.array(BatchButton),
});
export type BatchTask = z.output<typeof BatchTask>;

export const batch = {
  check: endpoint({
    method: 'POST',
    reads: ['orders'],
    path: '/api/work-orders/batch-check',
    summary: '批量办理前核对',
    body: z.strictObject({
      traceIds: z.array(traceId).min(1, '请选择办件').max(maxBatchTasks, `一次最多选择${maxBatchTasks}件`),
    }),
    output: z.object({ rows: z.array(BatchTask), checkedAt: z.iso.datetime() }),
    mutates: false,
  }),
};
