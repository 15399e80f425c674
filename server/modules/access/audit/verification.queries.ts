import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { Acknowledgement } from './acknowledged.ts';

/** A finding as stored by a verification run. */
export interface StoredFinding {
  text: string;
  mark: string;
  acknowledged: Acknowledgement | null;
}

export interface VerificationRow {
  id: string;
  state: 'waiting' | 'running' | 'whole' | 'broken' | 'failed';
  askedBy: string;
  askedByName: string;
  askedAt: Date;
  finishedAt: Date | null;
  links: number;
  linksInAll: number;
  orders: number;
  files: number;
  anchors: number;
  /** Runs from before findings could be acknowledged contain only texts. */
  findings: (string | StoredFinding)[];
  findingsInAll: number;
  acknowledgedInAll: number;
  withFiles: boolean;
  lastAnchorHash: string;
}

const columns = sql`id, state, asked_by as "askedBy", asked_by_name as "askedByName", asked_at as "askedAt",
  finished_at as "finishedAt", links, links_in_all as "linksInAll", orders, files, anchors, findings,
  findings_in_all as "findingsInAll", acknowledged_in_all as "acknowledgedInAll", with_files as "withFiles", last_anchor_hash as "lastAnchorHash"`;

/** Lists the newest runs. */
export async function listVerifications(db: Db, limit: number): Promise<VerificationRow[]> {
  const { rows } = await sql<VerificationRow>`
    select ${columns} from audit_verifications order by asked_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Requests a verification unless one is pending; returns the pending or new one. */
export async function insertVerificationRequest(
  tx: Tx,
  request: { id: string; by: { staffId: string; name: string }; at: Date; withFiles: boolean },
): Promise<string> {
  for (;;) {
    const { numAffectedRows } =
      await sql`insert into audit_verifications (id, state, asked_by, asked_by_name, asked_at, with_files)
        values (${request.id}, 'waiting', ${request.by.staffId}, ${request.by.name}, ${request.at}, ${request.withFiles})
        on conflict ((true)) where finished_at is null do nothing`.execute(tx);
    if (numAffectedRows === 1n) return request.id;
    const { rows } = await sql<{ id: string }>`
      select id from audit_verifications where finished_at is null`.execute(tx);
    // None if it ended between the two statements: then a new one is inserted.
    if (rows[0]) return rows[0].id;
  }
}

/** Claims a waiting verification, or one without a heartbeat for long: its process is gone. */
export async function claimVerification(db: Db, silentSeconds: number): Promise<VerificationRow | undefined> {
  const { rows } = await sql<VerificationRow>`
    update audit_verifications set state = 'running', told_at = clock_timestamp(), links = 0, orders = 0, files = 0,
      links_in_all = (select count(*)::int from audit_links)
    where finished_at is null
      and (state = 'waiting' or told_at < clock_timestamp() - make_interval(secs => ${silentSeconds}))
    returning ${columns}`.execute(db);
  return rows[0];
}

export async function reportProgress(
  db: Db,
  id: string,
  { links, orders, files }: { links: number; orders: number; files: number },
): Promise<void> {
  await sql`update audit_verifications set links = ${links}, orders = ${orders}, files = ${files},
    told_at = clock_timestamp() where id = ${id} and finished_at is null`.execute(db);
}

/**
 * Finishes the verification, and returns whether it was still unfinished; the result is false for a
 * process that was considered dead, if another has finished it.
 */
export async function finishVerification(
  tx: Tx,
  id: string,
  result: Pick<
    VerificationRow,
    | 'state'
    | 'links'
    | 'orders'
    | 'files'
    | 'anchors'
    | 'findings'
    | 'findingsInAll'
    | 'acknowledgedInAll'
    | 'lastAnchorHash'
  >,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update audit_verifications set state = ${result.state}, finished_at = ${now}, links = ${result.links},
    links_in_all = greatest(links_in_all, ${result.links}), orders = ${result.orders}, files = ${result.files},
    anchors = ${result.anchors}, findings = ${JSON.stringify(result.findings)}::jsonb,
    findings_in_all = ${result.findingsInAll}, acknowledged_in_all = ${result.acknowledgedInAll}, last_anchor_hash = ${result.lastAnchorHash}
    where id = ${id} and finished_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Marks a finding of the last run as acknowledged, so that pages need not wait for the next run. */
export async function markAcknowledged(
  tx: Tx,
  id: string,
  findingId: string,
  acknowledged: Acknowledgement,
): Promise<void> {
  await sql`update audit_verifications set findings = marked.findings,
      acknowledged_in_all = acknowledged_in_all + marked.count,
      state = case when state = 'broken' and acknowledged_in_all + marked.count >= findings_in_all then 'whole' else state end
    from (select jsonb_agg(case when f ->> 'mark' = ${findingId}
          then f || jsonb_build_object('acknowledged', ${JSON.stringify(acknowledged)}::jsonb) else f end order by place) as findings,
        (count(*) filter (where f ->> 'mark' = ${findingId} and f -> 'acknowledged' = 'null'::jsonb))::int as count
      from audit_verifications v, jsonb_array_elements(v.findings) with ordinality x (f, place) where v.id = ${id}) marked
    where id = ${id}`.execute(tx);
}

/** Deletes old runs, because findings may name matters; the newest twenty are enough to compare. */
export async function deleteOldVerifications(tx: Tx): Promise<void> {
  await sql`delete from audit_verifications where finished_at is not null and id not in (
    select id from audit_verifications order by asked_at desc, id desc limit 20)`.execute(tx);
}
