import { hash } from 'node:crypto';
import type { MaterialChecksTable } from '#server/kernel/database/material-tables.ts';
import type {
  TracesTable,
  WorkOrderRecordsTable,
  WorkOrdersTable,
} from '#server/kernel/database/work-order-tables.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';

/**
 * A digest of each object that a decision writes, by the object's name: `order`, `status`, `clock`,
 * `applicant`, `events:<version>`, `opened:<trace>`, `finished:<trace>`, `record:<number>`, `form:<code>`,
 * `form-change:<code>:<version>`, `material-check:<number>`, `file:<id>`. They are part of the audit record of the action, so that the signed chain covers the data
 * itself; the last record for each object counts. The same functions compute them from the rows that
 * `audit:verify` reads.
 */
export type Digests = Record<string, string>;

/**
 * The digest that covers each column: a new column does not compile without an entry here. The order of the
 * columns is that of the digest, so a new one is added after those of its kind; while it is empty, it changes
 * no earlier digest.
 */
const orderColumns: Record<keyof WorkOrdersTable, 'start' | 'status' | 'anchor' | 'none'> = {
  id: 'none',
  // Unknown when the record is made: the anchors cover it.
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
  // Derived from start, end and the calendar of that time.
  worked_days: 'none',
  // Both are derived from the urges among the events.
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
  // Derived from the events.
  asked_by: 'none',
  // Both are derived from the end.
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

const checkColumns: Record<keyof MaterialChecksTable, 'check' | 'none'> = {
  workorder_id: 'none',
  number: 'none',
  task_number: 'check',
  node_name: 'check',
  staff_id: 'check',
  staff_name: 'check',
  checked_at: 'check',
  summary: 'check',
  results: 'check',
};

/** Returns the columns that one digest covers, in its order. */
function coveredBy(columns: Readonly<Record<string, string>>, digest: string): string[] {
  return Object.keys(columns).filter((column) => columns[column] === digest);
}

const startNames = coveredBy(orderColumns, 'start');
const statusNames = coveredBy(orderColumns, 'status');
const openedNames = coveredBy(traceColumns, 'opened');
const finishedNames = coveredBy(traceColumns, 'finished');
const recordNames = coveredBy(recordColumns, 'record');
const checkNames = coveredBy(checkColumns, 'check');

type Row = Readonly<Record<string, unknown>>;

function digest(text: string): string {
  return hash('sm3', text, 'base64url');
}

/**
 * Treats null, an empty text, an empty list and false as equal, so that a column added later changes no
 * earlier digest.
 */
function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/**
 * Returns the digest of some columns of a row; undefined if all of them are empty. Dates and ISO texts are
 * equivalent.
 */
function digestOf(row: Row, columns: readonly string[]): string | undefined {
  const filled = columns.filter((column) => !isEmpty(row[column])).map((column) => [column, row[column]]);
  return filled.length === 0 ? undefined : digest(canonicalJson(filled));
}

export const digestOfStatus = (order: Row) => digestOf(order, statusNames);
export const digestOfOpened = (trace: Row) => digestOf(trace, openedNames);
export const digestOfFinished = (trace: Row) => digestOf(trace, finishedNames);
export const digestOfRecord = (record: Row) => digestOf(record, recordNames);
export const digestOfCheck = (check: Row) => digestOf(check, checkNames);
export const digestOfForm = (content: unknown) => digest(canonicalJson(content));
/** A change of a form: person, task, time, fields, and the values before it as stored. */
export interface DigestedFormChange {
  number: number | null;
  staff_id: string;
  staff_name: string;
  at: Date;
  fields: readonly string[];
  previous: unknown;
}

/** Names the digest of a change of a form by an action. */
export const formChangeName = (formCode: string, version: number) => `form-change:${formCode}:${version}`;

/** Returns the digest of the facts of a change. */
export function digestOfChangeFacts(change: Omit<DigestedFormChange, 'previous'>): string {
  const { number, staff_id, staff_name, at, fields } = change;
  return digest(canonicalJson([number, staff_id, staff_name, at, fields]));
}

/**
 * Returns the digests of a change, of its facts and of its values, and the bytes of the values, because the oldest values
 * of a large form are removed (docs/decisions/0238).
 */
export function digestOfFormChange(change: DigestedFormChange): string {
  const values = canonicalJson(change.previous);
  return [digestOfChangeFacts(change), digest(values), Buffer.byteLength(values)].join('.');
}

export const digestOfClock = (clock: unknown) => digest(canonicalJson(clock));

/** Returns the digest of all rows of one object, in any order; with every column except the ignored ones. */
export function digestOfRows(rows: readonly Row[], ignored: ReadonlySet<string>): string {
  const digests = rows.map((row) =>
    digestOf(
      row,
      Object.keys(row)
        .filter((column) => !ignored.has(column))
        .sort(),
    ),
  );
  return digest(canonicalJson(digests.map((one) => one ?? '').sort()));
}

/**
 * Returns the digest of an order; `forms` are the published forms of its contents, which no action changes
 * either.
 */
export function digestOfOrder(order: Row, forms: readonly { code: string; definitionId: string }[]): string {
  const filled = forms.map(({ code, definitionId }) => `${code} ${definitionId}`).sort();
  return digest(`${digestOf(order, startNames)} ${filled.join('\n')}`);
}

/**
 * Returns the digest of the stored applicant; both spellings of names (`cert_category`, `certCategory`) are
 * equivalent.
 */
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
