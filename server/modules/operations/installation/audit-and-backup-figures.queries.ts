import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Last verification with its findings, and last backup; times in seconds since 1970, null if there was none. */
export interface AuditAndBackupTimes {
  verifiedAt: number | null;
  findings: number;
  acknowledged: number;
  backedUpAt: number | null;
}

/**
 * Reads the times. A verification that was interrupted does not count; without any verification, the time of
 * the first start is used.
 */
export async function readAuditAndBackupTimes(db: Db): Promise<AuditAndBackupTimes> {
  const { rows } = await sql<AuditAndBackupTimes>`
    select extract(epoch from coalesce(v.finished_at, (select marked_at from installation limit 1)))::float8 as "verifiedAt",
      coalesce(v.findings_in_all - v.acknowledged_in_all, 0) as findings,
      coalesce(v.acknowledged_in_all, 0) as acknowledged,
      (select extract(epoch from max(at))::float8 from audit_links where object_kind = 'installation' and object_id = ''
        and action = 'installation.backed-up') as "backedUpAt"
    from (select 1) one left join lateral (
      select finished_at, findings_in_all, acknowledged_in_all from audit_verifications
      where state in ('whole', 'broken') order by finished_at desc limit 1) v on true`.execute(db);
  return rows[0] ?? { verifiedAt: null, findings: 0, acknowledged: 0, backedUpAt: null };
}
