import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { AuditHead, AuditRecord } from './chain.ts';

/** Locks the end of a chain; undefined if the chain has no record. */
export async function lockHead(tx: Tx, chain: string): Promise<AuditHead | undefined> {
  return await tx
    .selectFrom('audit_heads')
    .selectAll()
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirst();
}

/** Creates the row that `lockHead` locks; a second process that creates it too waits for the first. */
export async function createHead(tx: Tx, head: AuditHead): Promise<void> {
  await tx
    .insertInto('audit_heads')
    .values(head)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Inserts records of one family, in the order of their chain, and moves the head to the last. */
export async function insertAuditRecords(tx: Tx, records: readonly AuditRecord[]): Promise<void> {
  const last = records.at(-1);
  if (!last) return;
  await tx
    .with('head', (write) =>
      write
        .updateTable('audit_heads')
        .set({ seq: last.seq, hash: last.hash })
        .where('chain', '=', last.chain),
    )
    .insertInto('audit_links')
    .values(
      records.map((record) => ({
        chain: record.chain,
        seq: record.seq,
        at: record.at,
        staff_id: record.staffId,
        staff_name: record.staffName,
        action: record.action,
        object_kind: record.objectKind,
        object_id: record.objectId,
        detail: JSON.stringify(record.detail),
        request_id: record.requestId,
        digests: record.digests === null ? null : JSON.stringify(record.digests),
        prev_hash: record.prevHash,
        hash: record.hash,
      })),
    )
    .execute();
}

/** Returns the texts that are accounts. */
export async function listKnownAccounts(db: Db, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const rows = await db
    .selectFrom('staff')
    .select('account')
    .where(sql<boolean>`account = any(${texts}::text[])`)
    .execute();
  return rows.map(({ account }) => account);
}

/** The end of a chain in an anchor; for an order also its public code, which its records do not contain. */
export type HeadAnchor = [chain: string, seq: number, hash: string, code?: string];

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

/** Returns the number of the newest anchor without its heads; 0 if there is none. */
export async function findNewestAnchorNumber(db: Db): Promise<number> {
  const { seq } = await db
    .selectFrom('audit_anchors')
    .select(({ fn }) => fn.coalesce(fn.max('seq'), sql<number>`0`).as('seq'))
    .executeTakeFirstOrThrow();
  return Number(seq);
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

/** Locks the anchors for one process; the lock ends with the transaction. */
export async function lockAnchors(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('audit_anchors')) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/**
 * Returns a transaction number below which all writing transactions have ended, so that no record below it
 * can still appear.
 */
export async function findHorizon(db: Db): Promise<number> {
  const { rows } = await sql<{ horizon: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon`.execute(db);
  return rows[0]?.horizon ?? 0;
}

/** Returns the order of a chain, or null: a person who can insert a record may give its chain any name. */
export const orderIdOfChain = (chain: RawBuilder<unknown>) =>
  sql`case when (${chain}) ~ '^order:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr((${chain}), 7)::uuid end`;

/**
 * Lists the last records of all chains that grew since a horizon, including those of transactions beyond it.
 */
export async function listHeadsChangedSince(db: Db, from: number): Promise<HeadAnchor[]> {
  const { rows } = await sql<AuditHead & { code: string | null }>`
    select h.chain, h.seq, h.hash, o.code
    from (select distinct on (chain) chain, seq, hash from audit_links
      where written_in >= ${from} order by chain, seq desc) h
    left join work_orders o on o.id = ${orderIdOfChain(sql.ref('h.chain'))}
    order by h.chain`.execute(db);
  return rows.map(({ chain, seq, hash, code }) =>
    code === null ? [chain, seq, hash] : [chain, seq, hash, code],
  );
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
