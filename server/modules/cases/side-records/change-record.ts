import type { RefusalOf } from '#contract/endpoint.ts';
import type { SubmittedFiles } from '#contract/handle-input.ts';
import type { sideRecords } from '#contract/side-records.ts';
import { recordRules } from '#domain/records/registry.ts';
import type { RecordKind } from '#domain/records/side-record.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import {
  act,
  type Caller,
  fileIdsOf,
  type OrderForAction,
  writeResult,
} from '#server/modules/cases/handling/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findRecordSettings } from './queries.ts';

/** The body of a command: its name, its record, its files, and the fields of its input. */
export interface RecordCommandBody {
  command: string;
  recordId: number | null;
  traceId: string | null;
  fileList?: SubmittedFiles;
  [field: string]: unknown;
}

/**
 * Gives a command of a person to a side record of the order: decided, written and audited like every action
 * (docs/decisions/0050, 0232). Files of the command become files of the order; their ids are in the input as `fileIds`.
 */
export async function changeRecord(
  caller: Caller,
  order: OrderForAction,
  task: Task | undefined,
  kind: RecordKind,
  { command, recordId, traceId: _, fileList, ...input }: RecordCommandBody,
): Promise<AnswerText | RefusalOf<typeof sideRecords.suspension>> {
  const fileIds = fileIdsOf(fileList);
  const { db } = caller.context;
  const [settings, holidays] = await Promise.all([findRecordSettings(db, order.id), currentHolidays(db)]);
  const given = { action: 'changeRecord', kind, command, recordId, atTaskId: task?.id ?? null } as const;
  const label = recordRules[kind]?.commands[command]?.label ?? '';
  return act(caller, {
    order,
    command: () => ({ ...given, input: { ...input, ...(fileIds.length > 0 && { fileIds }) } }),
    forms: null,
    fileIds,
    records: { settings, holidays },
    answer: (done) => writeResult(done, [], `“${label}”已完成`),
  });
}
