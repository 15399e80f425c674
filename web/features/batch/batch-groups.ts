import type { BatchTask } from '#contract/batch.ts';
import { batchReason } from '#domain/workflow/batch.ts';

type Button = BatchTask['buttons'][number];
type TaskWithData = BatchTask & { task: NonNullable<BatchTask['task']> };

/** Tasks of one kind on which one button can be pressed together. */
export interface BatchGroup {
  key: string;
  nodeName: string;
  button: Button;
  handleableTasks: readonly { row: TaskWithData; button: Button }[];
  blockedTasks: readonly { traceId: string; reason: string }[];
  /** Number of selected tasks at another node that can be handled there. */
  countElsewhere: number;
}

/**
 * Groups the selected tasks, the largest group first; each group contains the reason for every task that cannot be
 * handled at all. Groups in which no task can be handled are left out if there is another one.
 */
export function groupsOf(rows: readonly BatchTask[]): BatchGroup[] {
  const keys = new Map<string, Button & { nodeName: string }>();
  for (const { task, buttons } of rows)
    for (const button of buttons)
      if (task) {
        const key = keyOf(task.kind, button.id);
        if (!keys.has(key)) keys.set(key, { ...button, nodeName: task.flowNodeName });
      }
  const groups = [...keys].map(([key, { nodeName, ...button }]): BatchGroup => {
    const handleableTasks: { row: TaskWithData; button: Button }[] = [];
    const blockedTasks: { traceId: string; reason: string }[] = [];
    let countElsewhere = 0;
    for (const row of rows) {
      const ownButton = row.task && row.buttons.find(({ id }) => keyOf(row.task?.kind ?? '', id) === key);
      if (row.task && ownButton?.reason === null)
        handleableTasks.push({ row: { ...row, task: row.task }, button: ownButton });
      else if (ownButton) blockedTasks.push({ traceId: row.traceId, reason: ownButton.reason ?? '' });
      else if (row.reason !== null) blockedTasks.push({ traceId: row.traceId, reason: row.reason });
      else if (row.buttons.some(({ reason }) => reason === null)) countElsewhere += 1;
      else
        blockedTasks.push({ traceId: row.traceId, reason: row.buttons[0]?.reason ?? batchReason.noButton });
    }
    return { key, nodeName, button, handleableTasks, blockedTasks, countElsewhere };
  });
  const sorted = groups.sort((first, second) => second.handleableTasks.length - first.handleableTasks.length);
  const usable = sorted.filter(({ handleableTasks }) => handleableTasks.length > 0);
  return usable.length > 0 ? usable : sorted;
}

function keyOf(kind: string, buttonId: string): string {
  return `${kind} ${buttonId}`;
}
