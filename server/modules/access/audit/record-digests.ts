import { hash } from 'node:crypto';
import type {
  TracesTable,
  WorkOrderRecordsTable,
  WorkOrdersTable,
} from '#server/kernel/database/work-order-tables.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';

/**
 * A digest of each thing that a decision writes, by the thing's name: `order`, `status`, `clock`, `applicant`, `events:<version>`,
 * `opened:<trace>`, `finished:<trace>`, `record:<number>`, `form:<code>`, `file:<id>`. They go into the link of the
 * action, so that the signed chain covers the record itself; for each thing the last link that names it counts.
 * The same functions make them from the rows that `audit:verify` reads back.
 */
export type Digests = Record<string, string>;

/**
 * Digest that covers each column: a column that is added does not compile without an entry here. The order of the
 * columns is that of the digest, so a new one stands behind those of its kind; while it is empty, it changes no earlier
 * digest.
 */
const orderColumns: Record<keyof WorkOrdersTable, 'start' | 'status' | 'anchor' | 'none'> = {
  id: 'none',
  // Not known yet when the link is made: the anchors cover it.
  code: 'anchor',
  business_item_id: 'start',
  task_code: 'start',
  item_name: 'start',
  title: 'start',
  applicant_name: 'start',
  process_definition_id: 'start',
  initiator_id: 'start',
  initiator_name: 'start',
  org_id: 'start',
  org_name: 'start',
  area_code: 'start',
  area_name: 'start',
  serve_types: 'start',
  started_at: 'start',
  status: 'status',
  rollback_status: 'status',
  result_code: 'status',
  ended_at: 'status',
  due_at: 'status',
  due_provisional: 'status',
  updated_at: 'none',
  // Follows from start, end and the calendar of that moment.
  worked_days: 'none',
  // Both follow from the urges among the events.
  urge_count: 'none',
  urged_at: 'none',
};

const traceColumns: Record<keyof TracesTable, 'opened' | 'finished' | 'none'> = {
  workorder_id: 'none',
  number: 'none',
  node_id: 'opened',
  node_name: 'opened',
  candidates: 'opened',
  candidate_names: 'opened',
  started_at: 'opened',
  due_at: 'opened',
  due_provisional: 'opened',
  outcome: 'finished',
  handler_operation: 'finished',
  act_name: 'finished',
  handler_id: 'finished',
  handler_name: 'finished',
  handler_org_name: 'finished',
  opinion: 'finished',
  remark: 'finished',
  ended_at: 'finished',
  file_ids: 'finished',
  // Follows from the events.
  asked_by: 'none',
  // Both follow from the end.
  handler_status: 'none',
  updated_at: 'none',
};

const recordColumns: Record<keyof WorkOrderRecordsTable, 'record' | 'none'> = {
  workorder_id: 'none',
  number: 'none',
  handler_operation: 'record',
  act_name: 'record',
  handler_id: 'record',
  handler_name: 'record',
  handler_org_name: 'record',
  opinion: 'record',
  remark: 'record',
  at: 'record',
  file_ids: 'record',
  panel_id: 'record',
  details: 'record',
};

/** The columns that one digest covers, in its order. */
function coveredBy(columns: Readonly<Record<string, string>>, digest: string): string[] {
  return Object.keys(columns).filter((column) => columns[column] === digest);
}

const startNames = coveredBy(orderColumns, 'start');
const statusNames = coveredBy(orderColumns, 'status');
const openedNames = coveredBy(traceColumns, 'opened');
const finishedNames = coveredBy(traceColumns, 'finished');
const recordNames = coveredBy(recordColumns, 'record');

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

export const digestOfStatus = (order: Row) => digestOf(order, statusNames);
export const digestOfOpened = (trace: Row) => digestOf(trace, openedNames);
export const digestOfFinished = (trace: Row) => digestOf(trace, finishedNames);
export const digestOfRecord = (record: Row) => digestOf(record, recordNames);
export const digestOfForm = (content: unknown) => digest(canonicalJson(content));
export const digestOfClock = (clock: unknown) => digest(canonicalJson(clock));

/** Of all rows of one thing, whatever their order; every column but the ignored ones. */
export function digestOfRows(rows: readonly Row[], ignored: ReadonlySet<string>): string {
  const each = rows.map((row) =>
    digestOf(
      row,
      Object.keys(row)
        .filter((column) => !ignored.has(column))
        .sort(),
    ),
  );
  return digest(canonicalJson(each.map((one) => one ?? '').sort()));
}

/** `forms` says which published form each content fills, which no action changes either. */
export function digestOfOrder(order: Row, forms: readonly { code: string; definitionId: string }[]): string {
  const filled = forms.map(({ code, definitionId }) => `${code} ${definitionId}`).sort();
  return digest(`${digestOf(order, startNames)} ${filled.join('\n')}`);
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
  schema: number;
  events: unknown;
}): string {
  // Rows of the first schema were digested before there was another.
  const schema = row.schema === 1 ? [] : [row.schema];
  return digest(canonicalJson([row.version, row.action, row.actor_id, row.at, row.events, ...schema]));
}
