import type { RecordPosition } from './record-rules.ts';
import type { RecordKind } from './side-record.ts';

/**
 * Checks whether the visit at which a command is given has a record of the kind in one of the states: several people, each
 * with a task of their own, may share a visit.
 */
export function hasRecordAtVisit(
  { records, taskId, tasksOfVisit = [] }: Pick<RecordPosition, 'records' | 'taskId' | 'tasksOfVisit'>,
  kind: RecordKind,
  states: readonly string[],
): boolean {
  const isAtVisit = (id: number | null) => id === taskId || (id !== null && tasksOfVisit.includes(id));
  return records.some(
    (record) => record.kind === kind && states.includes(record.state) && isAtVisit(record.taskId),
  );
}
