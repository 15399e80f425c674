import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import type { Decision } from '../decision.ts';

/** Removes finished tasks from the to-do lists. */
export function deleteFromInbox({ rowChanges }: Decision): Fragment {
  return fragment`removed_from_inbox as (
  delete from inbox i using written_state s
  where i.workorder_id = s.workorder_id and i.number = any(${rowChanges.removedFromInbox})
)`;
}

/** Updates the order's status at tasks that stay open, except those whose due dates move (`updateMovedInbox`). */
export function updateInbox({ rowChanges }: Decision): Fragment {
  const moved = new Set(rowChanges.movedInbox.map(({ number }) => number));
  const numbers = rowChanges.remainingInInbox.filter((number) => !moved.has(number));
  return fragment`updated_in_inbox as (
  update inbox i set status = ${rowChanges.order.status}
  from written_state s
  where i.workorder_id = s.workorder_id and i.number = any(${numbers})
    and i.status <> ${rowChanges.order.status}
)`;
}

const addedTypes = {
  number: 'integer',
  key: 'text',
  arrived_at: 'timestamptz',
  due_at: 'timestamptz',
  node_name: 'text',
  returned: 'boolean',
} as const;

/**
 * Adds opened tasks to the to-do lists of their candidates; the order's own limit replaces a missing task
 * limit.
 */
export function insertIntoInbox({ rowChanges, due, taskCode, areaCode }: Decision): Fragment {
  return fragment`added_to_inbox as (
  insert into inbox (workorder_id, number, key, arrived_at, due_at, task_code, area_code, status,
    node_name, returned)
  select s.workorder_id, x.number, x.key, x.arrived_at, coalesce(x.due_at, ${due.dueAt}), ${taskCode}, ${areaCode},
    ${rowChanges.order.status}, x.node_name, x.returned
  from written_state s, ${rowsAsColumns(addedTypes, rowChanges.addedToInbox)}
)`;
}

const doneTypes = { staff_id: 'text', number: 'integer', node_name: 'text' } as const;

/** Moves the order to the top of the done list of every person who finished a task of it. */
export function upsertDoneEntries({ rowChanges: { done }, at }: Decision): Fragment {
  return fragment`done_rows as (
  insert into done_entries (workorder_id, staff_id, number, node_name, handled_at)
  select s.workorder_id, x.staff_id, x.number, x.node_name, ${at}
  from written_state s, ${rowsAsColumns(doneTypes, done)}
  on conflict (workorder_id, staff_id) do update
    set number = excluded.number, node_name = excluded.node_name, handled_at = excluded.handled_at
)`;
}
