import { sql } from 'kysely';
import type { Permission } from '#domain/access/actor.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Locks the import of bundles, so that they are imported one after the other. */
export async function lockBundles(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('office packages'))`.execute(tx);
}

/** Lists codes of disabled organisations and departments. */
export async function listDisabledOrganisations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('organisations').select('id').where('enabled', '=', false).execute();
  return rows.map(({ id }) => id);
}

export async function isKnownSigner(db: Db, fingerprint: string): Promise<boolean> {
  const row = await db
    .selectFrom('package_signers')
    .select('fingerprint')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordSigner(
  tx: Tx,
  signer: { fingerprint: string; office: string; confirmedBy: string; confirmedAt: Date },
): Promise<void> {
  const { fingerprint, office, confirmedBy, confirmedAt } = signer;
  await tx
    .insertInto('package_signers')
    .values({ fingerprint, office, confirmed_by: confirmedBy, confirmed_at: confirmedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists names of the roles that have any of these permissions. */
export async function listRolesWith(db: Db, permissions: readonly Permission[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select r.name from roles r where exists (select from role_permissions p
      where p.role_code = r.code and p.permission = any(${[...permissions]}::text[])) order by r.sort_by`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
