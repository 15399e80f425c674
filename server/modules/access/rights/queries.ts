import { sql } from 'kysely';
import { matterPermission, type Permission } from '#domain/access/actor.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';

/** Locks accounts, so that changes of administrators, people and roles are made one at a time. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administration of accounts'))`.execute(tx);
}

/**
 * Returns the person's current permissions, which stay valid until the transaction ends. Changes of portal
 * administrators are made one at a time: a person who was disabled while the request waited can no longer
 * change anything, and two administrators who disable each other at the same time cannot leave the portal
 * without any.
 */
export async function currentPermissions(tx: Tx, staffId: string): Promise<ReadonlySet<Permission>> {
  await lockAccounts(tx);
  return await readRights(tx, staffId);
}

/**
 * Checks whether the person still has this permission, until the transaction ends. Actions by permissions of
 * matters change no permissions: they run in parallel, and wait only for a change of accounts, and vice versa.
 */
export async function hasPermissionNow(tx: Tx, staffId: string, permission: Permission): Promise<boolean> {
  if (matterPermission.test(permission)) await lockAccountsShared(tx);
  else await lockAccounts(tx);
  return (await readRights(tx, staffId)).has(permission);
}

async function lockAccountsShared(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('administration of accounts'))`.execute(tx);
}

async function readRights(tx: Tx, staffId: string): Promise<ReadonlySet<Permission>> {
  const { rows } = await sql<{ permissions: Permission[] }>`
    select permissions from staff_rights where staff_id = ${staffId} and enabled`.execute(tx);
  return new Set(rows[0]?.permissions);
}
