import { z } from 'zod';
import { maxBatchTasks } from '#domain/workflow/batch.ts';
import { endpoint } from './endpoint.ts';
import { traceId } from './work-orders.ts';

/**
 * Handling many tasks with one opinion (docs/decisions/0111): a call beforehand returns the tasks that allow
 * it.
 */

/** A button of a task that may be pressed in a batch. */
export const BatchButton = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  needsOpinion: z.boolean(),
  /** Reason why the button cannot be pressed on this task now; null if it can. */
  reason: z.string().nullable(),
  /** Names of the order's next nodes, joined by 、; empty if it waits for other branches. */
  nextNodeNames: z.string(),
  /** True if the same person can undo it until a later handler has acted. */
  undoable: z.boolean(),
  /**
   * True if the action makes documents, which are previewed together before submission (docs/decisions/0160).
   */
  makesDocuments: z.boolean(),
  /** True if some of them get a 文号; the numbers follow the order of the rows. */
  numbersDocuments: z.boolean(),
});

export const BatchTask = z.object({
  traceId,
  /** Null if the task does not exist or the person may not see it. */
  task: z
    .object({
      workorderId: z.uuid(),
      workorderCode: z.string(),
      /** Process and node; tasks of the same kind are handled together. */
      kind: z.string(),
      flowNodeName: z.string(),
    })
    .nullable(),
  /** Reason why the task cannot be handled in a batch at all; null if some button may allow it. */
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
