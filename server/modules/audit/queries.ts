import { sql } from 'kysely';
import { offsetOf } from '#domain/lists/paging.ts';
import type { Db, Tx } from '#server/database/transaction.ts';
import type { AuditHead, AuditLink } from './chain.ts';

/** Locks the end of a chain; undefined when nothing was ever written to it. */
export async function lockHead(tx: Tx, chain: string): Promise<AuditHead | undefined> {
  return await tx
    .selectFrom('audit_heads')
    .selectAll()
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes the row that `lockHead` locks; a second process that makes it too waits for the first. */
export async function createHead(tx: Tx, head: AuditHead): Promise<void> {
  await tx
    .insertInto('audit_heads')
    .values(head)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertLink(tx: Tx, link: AuditLink): Promise<void> {
  await tx
    .with('head', (write) =>
      write
        .updateTable('audit_heads')
        .set({ seq: link.seq, hash: link.hash })
        .where('chain', '=', link.chain),
    )
    .insertInto('audit_links')
    .values({
      chain: link.chain,
      seq: link.seq,
      at: link.at,
      staff_id: link.staffId,
      staff_name: link.staffName,
      action: link.action,
      object_kind: link.objectKind,
      object_id: link.objectId,
      detail: JSON.stringify(link.detail),
      request_id: link.requestId,
      prev_hash: link.prevHash,
      hash: link.hash,
    })
    .execute();
}

/** The next links after a place, in the order of chains and numbers. */
export async function listLinksAfter(
  db: Db,
  place: { chain: string; seq: number },
  limit: number,
): Promise<AuditLink[]> {
  const { rows } = await sql<AuditLink>`
    select chain, seq, at, staff_id as "staffId", staff_name as "staffName", action, object_kind as "objectKind",
      object_id as "objectId", detail, request_id as "requestId", prev_hash as "prevHash", hash
    from audit_links where (chain, seq) > (${place.chain}, ${place.seq}) order by chain, seq limit ${limit}`.execute(
    db,
  );
  return rows;
}

export type HeadAnchor = [chain: string, seq: number, hash: string];

export interface Anchor {
  seq: number;
  at: Date;
  horizon: number;
  heads: HeadAnchor[];
  prevHash: string;
  hash: string;
}

export async function findLastAnchor(db: Db): Promise<Anchor | undefined> {
  return (await listAnchors(db, 'desc', 0, 1))[0];
}

export async function listAnchors(
  db: Db,
  order: 'asc' | 'desc',
  after: number,
  limit: number,
): Promise<Anchor[]> {
  return await db
    .selectFrom('audit_anchors')
    .select(['seq', 'at', 'horizon', 'heads', 'prev_hash as prevHash', 'hash'])
    .where('seq', '>', after)
    .orderBy('seq', order)
    .limit(limit)
    .execute();
}

/** One process anchors at a time; the lock ends with the transaction. */
export async function lockAnchors(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('audit_anchors')) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** Below this number every writing transaction has ended, so that no link below it can still appear. */
export async function findHorizon(db: Db): Promise<number> {
  const { rows } = await sql<{ horizon: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon`.execute(db);
  return rows[0]?.horizon ?? 0;
}

/** The last links of all chains that grew between two horizons. */
export async function listGrownHeads(db: Db, from: number, to: number): Promise<HeadAnchor[]> {
  const { rows } = await sql<AuditHead>`
    select distinct on (chain) chain, seq, hash from audit_links
    where written_in >= ${from} and written_in < ${to} order by chain, seq desc`.execute(db);
  return rows.map(({ chain, seq, hash }) => [chain, seq, hash]);
}

export async function insertAnchor(tx: Tx, anchor: Anchor): Promise<void> {
  await tx
    .insertInto('audit_anchors')
    .values({
      seq: anchor.seq,
      at: anchor.at,
      horizon: anchor.horizon,
      heads: JSON.stringify(anchor.heads),
      prev_hash: anchor.prevHash,
      hash: anchor.hash,
    })
    .execute();
}

/** The first head named by an anchor that no longer stands in its chain. */
export async function findLostHead(
  db: Db,
): Promise<{ anchor: number; chain: string; seq: number } | undefined> {
  const { rows } = await sql<{ anchor: number; chain: string; seq: number }>`
    select a.seq as anchor, head ->> 0 as chain, (head ->> 1)::integer as seq
    from audit_anchors a
    cross join lateral jsonb_array_elements(a.heads) head
    left join audit_links l on l.chain = head ->> 0 and l.seq = (head ->> 1)::integer
    where l.hash is distinct from head ->> 2
    order by a.seq limit 1`.execute(db);
  return rows[0];
}

/** The first chain whose end is not where its head (of the family, or on the order's row) says. */
export async function findStrayHead(db: Db): Promise<{ chain: string; seq: number } | undefined> {
  const { rows } = await sql<{ chain: string; seq: number }>`
    with heads as (
      select chain, seq, hash from audit_heads where seq > 0
      union all
      select 'order:' || workorder_id, audit_seq, audit_hash from work_order_states where audit_seq > 0
    )
    select h.chain, h.seq from heads h
    left join audit_links l on l.chain = h.chain and l.seq = h.seq
    where l.hash is distinct from h.hash
      or exists (select from audit_links beyond where beyond.chain = h.chain and beyond.seq > h.seq)
    limit 1`.execute(db);
  return rows[0];
}

export interface AuditFilter {
  staffId?: string;
  objectKind?: string;
  objectId?: string;
  from?: string;
  to?: string;
  page: number;
  size: number;
}

export async function listEntries(
  db: Db,
  filter: AuditFilter,
): Promise<{ rows: AuditLink[]; total: number }> {
  let query = db.selectFrom('audit_links');
  if (filter.staffId) query = query.where('staff_id', '=', filter.staffId);
  if (filter.objectKind) query = query.where('object_kind', '=', filter.objectKind);
  if (filter.objectId) query = query.where('object_id', '=', filter.objectId);
  if (filter.from) query = query.where('at', '>=', new Date(filter.from));
  if (filter.to) query = query.where('at', '<=', new Date(filter.to));
  const rows = await query
    .select([
      'chain',
      'seq',
      'at',
      'staff_id as staffId',
      'staff_name as staffName',
      'action',
      'object_kind as objectKind',
      'object_id as objectId',
      'detail',
      'request_id as requestId',
      'prev_hash as prevHash',
      'hash',
    ])
    .orderBy('at', 'desc')
    .orderBy('chain')
    .orderBy('seq', 'desc')
    .limit(filter.size)
    .offset(offsetOf(filter))
    .execute();
  const counted = await db
    .selectFrom(query.select('seq').limit(10_001).as('found'))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: counted.total };
}
