import type { BatchTask } from '#contract/batch.ts';

type Button = BatchTask['buttons'][number];
type KnownTask = BatchTask & { task: NonNullable<BatchTask['task']> };

/** Tasks of one kind on which one button can be pressed together. */
export interface BatchGroup {
  key: string;
  nodeName: string;
  button: Button;
  can: readonly { row: KnownTask; button: Button }[];
  cannot: readonly { traceId: string; reason: string }[];
  /** Number of chosen tasks that are at another node and belong to another group. */
  elsewhere: number;
}

/**
 * Groups the chosen tasks, the largest group first; each group contains the reason for every task outside it.
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
    const can: { row: KnownTask; button: Button }[] = [];
    const cannot: { traceId: string; reason: string }[] = [];
    let elsewhere = 0;
    for (const row of rows) {
      const own = row.task && row.buttons.find(({ id }) => keyOf(row.task?.kind ?? '', id) === key);
      if (row.task && own?.reason === null) can.push({ row: { ...row, task: row.task }, button: own });
      else if (own) cannot.push({ traceId: row.traceId, reason: own.reason ?? '' });
      else if (row.reason !== null) cannot.push({ traceId: row.traceId, reason: row.reason });
      else elsewhere += 1;
    }
    return { key, nodeName, button, can, cannot, elsewhere };
  });
  return groups.sort((left, right) => right.can.length - left.can.length);
}

function keyOf(kind: string, buttonId: string): string {
  return `${kind} ${buttonId}`;
}
