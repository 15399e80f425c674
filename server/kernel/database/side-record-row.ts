import { stateRulesOf } from '#domain/records/registry.ts';
import type { SideRecord } from '#domain/records/side-record.ts';

/** A row of the table `side_records`; field names are those of the columns. */
export interface SideRecordRow {
  number: number;
  kind: string;
  state: string;
  is_open: boolean;
  task_number: number | null;
  opened_at: string;
  opened_by: string;
  changed_at: string;
  due_at: string | null;
  due_command: string | null;
  data: unknown;
}

/** Returns the row of a side record. */
export function sideRecordRow(record: SideRecord): SideRecordRow {
  return {
    number: record.id,
    kind: record.kind,
    state: record.state,
    is_open: stateRulesOf(record).isOpen,
    task_number: record.taskId,
    opened_at: record.openedAt,
    opened_by: record.openedBy.staffId,
    changed_at: record.changedAt,
    due_at: record.due?.at ?? null,
    due_command: record.due?.command ?? null,
    data: record.data ?? null,
  };
}
