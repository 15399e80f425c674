/** Side records of an order: which tasks they belong to, and what they stop (docs/decisions/0232). */

import { stateRulesOf } from '../../records/registry.ts';
import { recordKindLabel, type SideRecord } from '../../records/side-record.ts';
import type { OrderState, Task } from '../model/model.ts';

type Records = Pick<OrderState, 'records' | 'tasks'>;

/** Returns the open records of a visit and of the whole order, oldest first. */
export function openRecordsAt({ records = [], tasks }: Records, tokenId: number): SideRecord[] {
  return records.filter(
    (record) =>
      stateRulesOf(record).isOpen &&
      (record.taskId === null || tasks[record.taskId - 1]?.tokenId === tokenId),
  );
}

/** Returns the record because of which the task cannot be completed; undefined if none blocks it. */
export function recordThatBlocks(state: Records, { tokenId }: Pick<Task, 'tokenId'>): SideRecord | undefined {
  if (state.records === undefined) return undefined;
  return openRecordsAt(state, tokenId).find((record) => stateRulesOf(record).blocksTask);
}

/** Returns the text about a record that blocks a task or holds the order open. */
export function textOfOpenRecord(record: SideRecord): string {
  return `${recordKindLabel[record.kind]}（${stateRulesOf(record).label}）`;
}
