import { sql } from 'kysely';
import { kindOfSheet } from '#contract/audit-details.ts';
import { findKinds, kindsNamedByDetails, namingDetails } from '#contract/audit-subjects.ts';
import { isPersonNameFoundBy } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type AuditRecord, orderChain } from './chain.ts';
import type { AuditObject } from './object-names.queries.ts';

export interface AuditFilter {
  staffId?: string;
  /** Part of the name, or the whole account. */
  staffName?: string;
  outcome?: 'succeeded' | 'refused';
  action?: string;
  objectKind?: string;
  objectId?: string;
  /** Any of these objects, or one whose record contains this name. */
  objects?: readonly AuditObject[];
  objectName?: string;
  from?: Date;
  to?: Date;
}

/**
 * Records that repeat another record of the same action: they are listed only if their family is requested,
 * so that a sign-in is one row.
 */
const repeatingActions: readonly string[] = [
  'record.changed',
  'security.login.succeeded',
  'security.login.half-way',
  'security.sign-on.succeeded',
  'security.password.changed',
  'security.second-factor.enrolled',
  'security.second-factor.removed',
  'security.second-factor.codes-renewed',
  'security.applicant.revealed',
];

const columns = sql`chain, seq, at, staff_id as "staffId", staff_name as "staffName", action,
  object_kind as "objectKind", object_id as "objectId", detail, request_id as "requestId", digests,
  prev_hash as "prevHash", hash`;
const columnsWithAccount = sql`${columns}, (select account from staff where id = staff_id) as "staffAccount"`;
const newestFirst = sql`at desc, chain, seq desc`;

/** A record with the current account of its actor; null for actions of the portal itself. */
export type ListedRecord = AuditRecord & { staffAccount: string | null };

/** Conditions under which a call is listed under the object that it concerns (`kindOfObjectOf`). */
const kindsOfCalls: Record<string, ReturnType<typeof sql>> = {
  audit: sql`action = 'security.audit.read'`,
  account: sql`action ~ '^security\\.(password|second-factor)\\.'`,
  'work-order': sql`coalesce(detail->>'workorderCode', '') <> ''`,
};

/** Restricts the records to a kind of object as the list shows it. */
function isOfKind(kind: string) {
  if (kind === 'call')
    return sql`object_kind = 'call' and not (${sql.join(Object.values(kindsOfCalls), sql` or `)})`;
  const callCondition = kindsOfCalls[kind];
  return callCondition
    ? sql`(object_kind = ${kind} or (object_kind = 'call' and ${callCondition}))`
    : sql`object_kind = ${kind}`;
}

/**
 * Returns the condition under which a record itself contains a name: by the label of its kind, in its details,
 * or in a list of rows.
 */
function mentionsName(name: string, objects: readonly AuditObject[]) {
  const kindsWithLabel = findKinds(name);
  const inDetail = ['', 'now', 'before'].flatMap((part) =>
    namingDetails.map((key) => (part === '' ? sql`detail->>${key}` : sql`detail->${part}->>${key}`)),
  );
  const rowsOf = (kind: string) => objects.filter((one) => one.kind === kind).map(({ id }) => id);
  const inRows = Object.entries(kindOfSheet).flatMap(([sheet, kind]) => {
    const keys = rowsOf(kind);
    if (keys.length === 0) return [];
    return [
      sql`(object_kind = 'sheet' and object_id = ${sheet} and (detail->'addedKeys' ?| ${keys}::text[]
        or exists (select from jsonb_array_elements(detail->'changedRows') row where row->>'key' = any(${keys}::text[]))))`,
    ];
  });
  const accounts = rowsOf('account');
  const alternatives = [
    sql`object_kind = any(${kindsWithLabel}::text[])`,
    sql`(object_kind = any(${[...kindsNamedByDetails]}::text[])
      and strpos(concat_ws(' ', replace(object_id, '..', ' 至 '), ${sql.join(inDetail)}), ${name}) > 0)`,
    sql`(object_kind = 'session' and strpos(coalesce(detail->>'account', staff_name), ${name}) > 0)`,
    ...inRows,
    ...(accounts.length > 0
      ? [sql`(action = 'account.first-passwords' and detail->'accounts' ?| ${accounts}::text[])`]
      : []),
  ];
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/** Returns the condition that a text is the account of a person of the table `st`, or finds the name. */
const isNamed = (text: string) => sql`(st.account = lower(${text}) or ${isPersonNameFoundBy(text)})`;

function matchingRecords(filter: AuditFilter) {
  const conditions = [sql`true`];
  const { staffId, staffName, outcome, action, objectKind, objectId, objects, from, to } = filter;
  if (staffId) conditions.push(sql`staff_id = ${staffId}`);
  if (staffName)
    conditions.push(
      sql`(strpos(staff_name, ${staffName}) > 0 or staff_id in (select id from staff st where ${isNamed(staffName)}))`,
    );
  // A record without an outcome was written by an action that succeeded.
  if (outcome)
    conditions.push(
      outcome === 'refused'
        ? sql`detail->>'outcome' = 'refused'`
        : sql`detail->>'outcome' is distinct from 'refused'`,
    );
  if (action) conditions.push(sql`(action = ${action} or starts_with(action, ${`${action}.`}))`);
  else conditions.push(sql`action <> all(${[...repeatingActions]}::text[])`);
  if (objectKind) conditions.push(objectId ? sql`object_kind = ${objectKind}` : isOfKind(objectKind));
  if (objectId) conditions.push(sql`object_id = ${objectId}`);
  // The index by object leaves orders out: actions on an order are in its chain.
  if (objectKind === 'work-order' && objectId) conditions.push(sql`chain = ${orderChain(objectId)}`);
  if (objects) {
    const orders = objects.filter(({ kind }) => kind === 'work-order');
    const kinds = objects.map(({ kind }) => kind);
    const ids = objects.map(({ id }) => id);
    // Documents of a step are confirmed on the chain of the person's drafts.
    const isOfStep = sql`(action in ('document.confirm', 'document.discard') and object_id = any(${orders.map(({ id }) => id)}::text[]))`;
    conditions.push(sql`(chain = any(${orders.map(({ id }) => orderChain(id))}::text[]) or ${isOfStep} or (object_kind <> 'work-order'
      and ((object_kind, object_id) in (select * from unnest(${kinds}::text[], ${ids}::text[]))
        or ${mentionsName(filter.objectName ?? '', objects)})))`);
  }
  if (from) conditions.push(sql`at >= ${from}`);
  if (to) conditions.push(sql`at <= ${to}`);
  return sql.join(conditions, sql` and `);
}

export function listEntries(db: Db, filter: AuditFilter, page: { page: number; size: number }) {
  const from = sql`audit_links where ${matchingRecords(filter)}`;
  return readPage<ListedRecord>(db, { columns: columnsWithAccount, from, order: newestFirst }, page);
}

/** Lists the newest matching records, for a file. */
export async function listNewestEntries(db: Db, filter: AuditFilter, limit: number): Promise<ListedRecord[]> {
  const { rows } = await sql<ListedRecord>`select ${columnsWithAccount} from audit_links
    where ${matchingRecords(filter)} order by ${newestFirst} limit ${limit}`.execute(db);
  return rows;
}

/** Lists the newest records of one family about an account, or by its holder, with these actions only. */
export async function listEventsOfAccount(
  db: Db,
  chain: string,
  filter: { actions: readonly string[]; account: string; staffId: string },
  limit: number,
): Promise<AuditRecord[]> {
  const { actions, account, staffId } = filter;
  const condition = sql`chain = ${chain} and action = any(${[...actions]}::text[])`;
  const newest = sql`order by at desc limit ${limit}`;
  // Each part of the union uses its own index.
  const { rows } = await sql<AuditRecord>`
    select ${columns} from (
      (select * from audit_links where object_kind = 'account' and object_id = ${account} and ${condition} ${newest})
      union all
      (select * from audit_links where staff_id = ${staffId} and object_kind <> 'account' and ${condition} ${newest})) found
    order by seq desc limit ${limit}`.execute(db);
  return rows;
}

/** Lists a page of one family's records, newest first, with these actions only. */
export function listEventsOfChain(
  db: Db,
  chain: string,
  filter: { actions: readonly string[]; keyword?: string; from?: Date; to?: Date },
  page: { page: number; size: number },
) {
  const { actions, keyword, from, to } = filter;
  const conditions = [sql`chain = ${chain}`, sql`action = any(${[...actions]}::text[])`];
  if (keyword)
    conditions.push(
      sql`(object_id = lower(${keyword}) or strpos(staff_name, ${keyword}) > 0
        or starts_with(detail->>'address', ${keyword})
        or staff_id in (select id from staff st where ${isNamed(keyword)})
        or object_id in (select account from staff st where ${isPersonNameFoundBy(keyword)}))`,
    );
  if (from) conditions.push(sql`at >= ${from}`);
  if (to) conditions.push(sql`at <= ${to}`);
  const parts = {
    columns: sql`${columnsWithAccount}, (select name from staff where account = object_id) as "accountName"`,
    from: sql`audit_links where ${sql.join(conditions, sql` and `)}`,
    order: sql`seq desc`,
  };
  return readPage<ListedRecord & { accountName: string | null }>(db, parts, page);
}

/** Returns the person who last wrote a record that is named by the audit log alone, in no sheet or bundle. */
export async function findLastWriter(
  db: Db,
  object: { kind: string; id: string },
): Promise<{ name: string; at: Date } | undefined> {
  return await db
    .selectFrom('audit_links')
    .select(['staff_name as name', 'at'])
    .where('object_kind', '=', object.kind)
    .where('object_id', '=', object.id)
    .where('object_kind', '<>', 'work-order')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns the last writer of a record: by its own audit record, or by a spreadsheet import that names it;
 * else undefined. Bundles do not name their rows, so an import by bundle is not found.
 */
export async function findLastChange(
  db: Db,
  object: { kind: string; id: string; sheets?: readonly string[]; sheetKey?: string },
): Promise<{ name: string; at: Date } | undefined> {
  const { kind, id, sheets = [], sheetKey = id } = object;
  const { rows } = await sql<{ name: string; at: Date; isBundle: boolean }>`
    select name, at, "isBundle" from (
      (select staff_name as name, at, false as "isBundle" from audit_links
        where object_kind = ${kind} and object_id = ${id} order by at desc limit 1)
      union all
      (select staff_name, at, false from audit_links
        where object_kind = 'sheet' and object_id = any(${[...sheets]}::text[]) and exists (
          select from (
            select jsonb_array_elements_text(detail -> 'addedKeys') as key
            union all
            select jsonb_array_elements(detail -> 'changedRows') ->> 'key') written
          where key = ${sheetKey} or starts_with(key, ${`${sheetKey} / `}))
        order by at desc limit 1)
      union all
      (select '', at, true from audit_links
        where object_kind = 'office-package' and action = 'office-package.import' order by at desc limit 1)) found
    order by at desc limit 1`.execute(db);
  const [last] = rows;
  return last && !last.isBundle ? { name: last.name, at: last.at } : undefined;
}
