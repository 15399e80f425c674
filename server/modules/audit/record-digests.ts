import { hash } from 'node:crypto';
import { canonicalJson } from '#server/http/canonical-json.ts';
import type { DecisionWrite } from '#server/modules/handling/record-decision.queries.ts';
import type { FinishedTrace, OpenedTrace, Recording } from '#server/modules/handling/recording.ts';

/**
 * A digest of each thing that a decision writes, by the thing's name: `order`, `status`, `clock`, `applicant`, `events:<version>`,
 * `opened:<trace>`, `finished:<trace>`, `record:<number>`, `form:<code>`, `file:<id>`. They go into the link of the
 * action, so that the signed chain covers the record itself; for each thing the last link that names it counts.
 * The same functions make them from the rows that `audit:verify` reads back.
 */
export type Digests = Record<string, string>;

/** Columns of `work_orders` that every action sets. */
const statusColumns: Record<keyof Recording['order'] | 'due_at' | 'due_provisional', true> = {
  status: true,
  rollback_status: true,
  result_code: true,
  ended_at: true,
  due_at: true,
  due_provisional: true,
};

/** Columns of `traces` that the end of a task sets; the others are set when it opens. */
const finishedColumns: Record<Exclude<keyof FinishedTrace, 'number'>, true> = {
  outcome: true,
  handler_operation: true,
  act_name: true,
  handler_id: true,
  handler_name: true,
  handler_org_name: true,
  opinion: true,
  remark: true,
  ended_at: true,
};

/** Columns of `work_orders` that the start sets and nothing changes. The code is not known yet: the anchors cover it. */
const orderColumns = [
  'business_item_id',
  'task_code',
  'item_name',
  'title',
  'applicant_name',
  'process_definition_id',
  'initiator_id',
  'initiator_name',
  'org_id',
  'org_name',
  'area_code',
  'area_name',
  'serve_types',
  'started_at',
] as const;

const openedColumns: Record<Exclude<keyof OpenedTrace, 'number'>, true> = {
  node_id: true,
  node_name: true,
  candidates: true,
  candidate_names: true,
  started_at: true,
  due_at: true,
  due_provisional: true,
};

const recordColumns = [
  'handler_operation',
  'act_name',
  'handler_id',
  'handler_name',
  'handler_org_name',
  'opinion',
  'at',
] as const;

type Row = Readonly<Record<string, unknown>>;

function digest(text: string): string {
  return hash('sm3', text, 'base64url');
}

/** Nothing, an empty text, an empty list and "no" are one, so that a column added later changes no digest of before. */
function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The digest of some columns of a row; undefined when all of them are empty. Times are Dates or ISO texts alike. */
function digestOf(row: Row, columns: readonly string[]): string | undefined {
  const filled = columns.filter((column) => !isEmpty(row[column])).map((column) => [column, row[column]]);
  return filled.length === 0 ? undefined : digest(canonicalJson(filled));
}

const openedNames = Object.keys(openedColumns);
const finishedNames = Object.keys(finishedColumns);
const statusNames = Object.keys(statusColumns);

export const digestOfStatus = (order: Row) => digestOf(order, statusNames);
export const digestOfOpened = (trace: Row) => digestOf(trace, openedNames);
export const digestOfFinished = (trace: Row) => digestOf(trace, finishedNames);
export const digestOfRecord = (record: Row) => digestOf(record, recordColumns);
export const digestOfForm = (content: unknown) => digest(canonicalJson(content));
export const digestOfClock = (clock: unknown) => digest(canonicalJson(clock));

/** `forms` says which published form each content fills, which no action changes either. */
export function digestOfOrder(order: Row, forms: readonly { code: string; definitionId: string }[]): string {
  const filled = forms.map(({ code, definitionId }) => `${code} ${definitionId}`).sort();
  return digest(`${digestOf(order, orderColumns)} ${filled.join('\n')}`);
}

/** The applicant as stored; both spellings of names (`cert_category`, `certCategory`) are one. */
export function digestOfApplicant(applicant: object): string {
  const row = Object.fromEntries(
    Object.entries(applicant).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  return digestOf(row, Object.keys(row).sort()) ?? '';
}

export function digestOfEvents(row: {
  version: number;
  action: string;
  actor_id: string;
  at: Date;
  events: unknown;
}): string {
  return digest(canonicalJson([row.version, row.action, row.actor_id, row.at, row.events]));
}

/** Digests of everything that a decision is about to write. */
export function digestsOf(write: DecisionWrite): Digests {
  const { recording, actor, at, start, due } = write;
  const digests: Digests = {};
  const add = (thing: string, value: string | undefined) => {
    if (value !== undefined) digests[thing] = value;
  };
  add(
    `events:${write.state.version}`,
    digestOfEvents({
      version: write.state.version,
      action: write.action,
      actor_id: actor.staffId,
      at,
      events: write.events,
    }),
  );
  add('status', digestOfStatus({ ...recording.order, due_at: due.dueAt, due_provisional: due.provisional }));
  if (write.clock !== null) add('clock', digestOfClock(write.clock));
  for (const trace of recording.opened) add(`opened:${trace.number}`, digestOfOpened({ ...trace }));
  for (const trace of recording.finished) add(`finished:${trace.number}`, digestOfFinished({ ...trace }));
  if (recording.record) {
    add(
      `record:${write.recordNumber}`,
      digestOfRecord({
        ...recording.record,
        handler_id: actor.staffId,
        handler_name: actor.name,
        handler_org_name: actor.orgName,
        at,
      }),
    );
  }
  for (const form of start?.forms ?? write.forms) add(`form:${form.formCode}`, digestOfForm(form.content));
  // Their bytes are covered by the link of their upload; here it says that the order holds them.
  for (const id of write.fileIds) add(`file:${id}`, '');
  if (start) {
    add('applicant', digestOfApplicant(start.applicant));
    add(
      'order',
      digestOfOrder(
        {
          business_item_id: start.businessItemId,
          task_code: write.taskCode,
          item_name: start.itemName,
          title: start.title,
          applicant_name: start.applicant.name,
          process_definition_id: start.processDefinitionId,
          initiator_id: actor.staffId,
          initiator_name: actor.name,
          org_id: start.orgId,
          org_name: actor.orgName,
          area_code: write.areaCode,
          area_name: start.areaName,
          serve_types: start.serveTypes,
          started_at: at,
        },
        start.forms.map(({ formCode, formDefinitionId }) => ({
          code: formCode,
          definitionId: formDefinitionId,
        })),
      ),
    );
  }
  return digests;
}
