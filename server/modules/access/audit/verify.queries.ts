import { sql } from 'kysely';
import { expandJson } from '#server/kernel/database/compressed-json.ts';
import { removeTimeoutInTransaction } from '#server/kernel/database/named-statement-client.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { AuditHead, AuditRecord } from './chain.ts';
import { type HeadAnchor, orderIdOfChain } from './queries.ts';

/** Queries of `audit:verify`, which read everything in batches. */

/** Reads all data in one snapshot, so that concurrent work of the portal does not matter. */
export async function inOneSnapshot<Result>(
  db: Db,
  work: (snapshot: Db) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return await work(db);
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql.raw(removeTimeoutInTransaction).execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      return await work(tx);
    });
}

/** Lists the next records after a position, or the first ones, ordered by chain and number. */
export async function listRecordsAfter(
  db: Db,
  position: { chain: string; seq: number } | undefined,
  limit: number,
): Promise<AuditRecord[]> {
  const { rows } = await sql<AuditRecord>`
    select chain, seq, at, staff_id as "staffId", staff_name as "staffName", action, object_kind as "objectKind",
      object_id as "objectId", detail, request_id as "requestId", digests, prev_hash as "prevHash", hash
    from audit_links
    where ${position ? sql`(chain, seq) > (${position.chain}, ${position.seq})` : sql`true`}
    order by chain, seq limit ${limit}`.execute(db);
  return rows;
}

/** Loads the rows of some orders as stored in their tables. */
export async function loadOrderRows(db: Db, ids: readonly string[]) {
  const isOfOrders = sql<boolean>`workorder_id = any(${ids}::uuid[])`;
  const [
    orders,
    states,
    events,
    applicants,
    forms,
    traces,
    records,
    checks,
    copies,
    inbox,
    limits,
    sideRecords,
  ] = [
    await db.selectFrom('work_orders').selectAll().where(sql<boolean>`id = any(${ids}::uuid[])`).execute(),
    await db.selectFrom('work_order_states').selectAll().where(isOfOrders).execute(),
    await db.selectFrom('work_order_events').selectAll().where(isOfOrders).orderBy('version').execute(),
    await db.selectFrom('work_order_applicants').selectAll().where(isOfOrders).execute(),
    await db
      .selectFrom('work_order_forms')
      .selectAll()
      .select(
        sql<boolean>`exists (select from form_definitions d where d.id = form_definition_id
          and d.model -> 'globalConfig' -> 'frame' is not null)`.as('in_frame'),
      )
      .where(isOfOrders)
      .execute(),
    await db.selectFrom('traces').selectAll().where(isOfOrders).orderBy('number').execute(),
    await db.selectFrom('work_order_records').selectAll().where(isOfOrders).orderBy('number').execute(),
    await db.selectFrom('material_checks').selectAll().where(isOfOrders).orderBy('number').execute(),
    await db.selectFrom('work_order_copies').selectAll().where(isOfOrders).execute(),
    await db.selectFrom('inbox').select(['workorder_id', 'number', 'key']).where(isOfOrders).execute(),
    await db.selectFrom('panel_limits').selectAll().where(isOfOrders).execute(),
    await db.selectFrom('side_records').selectAll().where(isOfOrders).orderBy('number').execute(),
  ];
  const expandedEvents = events.map(expandIfReadable);
  return {
    orders,
    states,
    events: expandedEvents,
    applicants,
    forms,
    traces,
    records,
    checks,
    copies,
    inbox,
    limits,
    sideRecords,
  };
}

/**
 * Expands readable events. Forged events may have any shape; they stay unexpanded, and no digest fits them.
 */
function expandIfReadable<Row extends { events: unknown }>(
  row: Row,
): Omit<Row, 'events'> & { events: unknown[] } {
  try {
    return { ...row, events: expandJson(row.events) as unknown[] };
  } catch {
    return { ...row, events: [row.events] };
  }
}

export type OrderRows = Awaited<ReturnType<typeof loadOrderRows>>;

export async function findDefinition(db: Db, id: string) {
  return await db
    .selectFrom('process_definitions')
    .select('definition')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists the changes of the forms of some orders, a page after the last one read, with the oldest first. */
export async function listFormChangesAfter(
  db: Db,
  ids: readonly string[],
  last: { workorder_id: string; form_code: string; version: number } | undefined,
  limit: number,
) {
  return await db
    .selectFrom('work_order_form_changes')
    .selectAll()
    .where(sql<boolean>`workorder_id = any(${ids}::uuid[])`)
    .where(
      last === undefined
        ? sql<boolean>`true`
        : sql<boolean>`(workorder_id, form_code, version) > (${last.workorder_id}::uuid, ${last.form_code}, ${last.version}::int)`,
    )
    .orderBy('workorder_id')
    .orderBy('form_code')
    .orderBy('version')
    .limit(limit)
    .execute();
}

/** Returns the digests of the changes of an order's forms in its chain, those of the last record for each change. */
export async function findFormChangeDigests(db: Db, workorderId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; digest: string }>`
    select d.key as name, d.value as digest from audit_links l, jsonb_each_text(l.digests) d
    where l.chain = ${`order:${workorderId}`} and l.digests is not null and d.key like 'form-change:%'
    order by l.seq`.execute(db);
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Lists orders without a chain. */
export async function listOrdersWithoutChain(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from work_orders o
    where not exists (select from audit_links l where l.chain = 'order:' || o.id and l.seq = 1)
    order by code limit ${limit}`.execute(db);
  return rows.map(({ code }) => code);
}

export async function listFamilyHeads(db: Db): Promise<AuditHead[]> {
  return await db.selectFrom('audit_heads').selectAll().where('seq', '>', 0).orderBy('chain').execute();
}

/** Lists anchored heads that are no longer in their chain, or whose order now has another code. */
export async function listLostHeads(
  db: Db,
  heads: readonly HeadAnchor[],
): Promise<
  { chain: string; seq: number; code: string | null; orderCode: string | null; missing: boolean }[]
> {
  const { rows } = await sql<{
    chain: string;
    seq: number;
    code: string | null;
    orderCode: string | null;
    missing: boolean;
  }>`
    select h ->> 0 as chain, (h ->> 1)::integer as seq, h ->> 3 as code, o.code as "orderCode",
      l.hash is distinct from h ->> 2 as missing
    from jsonb_array_elements(${JSON.stringify(heads)}::jsonb) h
    left join audit_links l on l.chain = h ->> 0 and l.seq = (h ->> 1)::integer
    left join work_orders o on o.id = ${orderIdOfChain(sql`h ->> 0`)}
    where l.hash is distinct from h ->> 2 or (h ->> 3 is not null and o.code is distinct from h ->> 3)`.execute(
    db,
  );
  return rows;
}

export async function listFileRows(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom('files as f')
    .leftJoin('work_orders as o', (join) => join.on(sql<boolean>`o.id::text = f.workorder_id`))
    .select([
      'f.id',
      'f.name',
      'f.size',
      'f.sha256',
      'f.content_type',
      'f.owner_staff_id',
      'f.workorder_id',
      'o.code',
      sql<string>`coalesce(f.blob_id, f.id)`.as('bytes_id'),
    ])
    .where(sql<boolean>`f.id = any(${ids}::text[])`)
    .execute();
}
export type FileRecord = Awaited<ReturnType<typeof listFileRows>>[number];

/** Returns the files of these orders. */
export async function listFilesOfOrders(db: Db, orders: readonly string[]) {
  return await db
    .selectFrom('files')
    .select(['id', 'workorder_id'])
    .where(sql<boolean>`workorder_id = any(${orders}::text[])`)
    .execute();
}

/** Lists files without an audit record of their upload. */
export async function listFilesWithoutRecord(db: Db, limit: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from files f
    where not exists (select from audit_links l where l.object_kind = 'file' and l.object_id = f.id
      and l.chain = 'file' and l.action = 'file.upload')
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Returns those of the file ids that were once uploaded. */
export async function listUploaded(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select object_id as id from audit_links where object_kind = 'file' and object_id = any(${ids}::text[])
      and chain = 'file' and action = 'file.upload'`.execute(db);
  return rows.map(({ id }) => id);
}
