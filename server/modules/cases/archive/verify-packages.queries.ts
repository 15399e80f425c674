import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

/** A package with the data in the audit record of its making; null if there is no such record. */
export interface StoredPackage {
  workorderId: string;
  version: number;
  code: string;
  bytesId: string;
  keySealed: string;
  size: number;
  sha256: string;
  auditDetail: { size?: unknown; sha256?: unknown } | null;
}

export type PackageKey = Pick<StoredPackage, 'workorderId' | 'version'>;

/** Lists packages that were not destroyed, sorted by order id and version, after a position in this sequence. */
export async function listPackagesAfter(
  db: Db,
  position: PackageKey | undefined,
  limit: number,
): Promise<StoredPackage[]> {
  const { rows } = await sql<StoredPackage>`
    select p.workorder_id as "workorderId", p.version, o.code, coalesce(p.bytes_id, '') as "bytesId",
      p.key_sealed as "keySealed", p.size, p.sha256,
      (select l.detail from audit_links l where l.object_kind = 'archive' and l.object_id = p.workorder_id::text
        and l.chain = 'archive' and l.action = 'archive.package' and l.detail ->> 'version' = p.version::text
        order by l.seq limit 1) as "auditDetail"
    from archive_packages p join work_orders o on o.id = p.workorder_id
    where p.key_sealed <> ''
      and ${position ? sql`(p.workorder_id, p.version) > (${position.workorderId}::uuid, ${position.version})` : sql`true`}
    order by p.workorder_id, p.version limit ${limit}`.execute(db);
  return rows;
}

/** Checks whether the package still exists and was not destroyed. */
export async function isStored(db: Db, { workorderId, version }: PackageKey): Promise<boolean> {
  const { rows } = await sql`
    select from archive_packages where workorder_id = ${workorderId}::uuid and version = ${version} and key_sealed <> ''`.execute(
    db,
  );
  return rows.length > 0;
}
