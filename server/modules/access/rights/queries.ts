import { sql } from 'kysely';
import { matterPermission, type Permission } from '#domain/access/actor.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';

/** Changes of who runs the portal, and of people and their roles, are decided one at a time. */
export async function turnOfAccounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administration of accounts'))`.execute(tx);
}

/**
 * Returns the person's rights as they are now and until the transaction ends. Changes of portal administrators are
 * decided one at a time: a person who was disabled while the request waited changes nothing by it any more, and two
 * administrators who disable each other's last colleague at once cannot leave the portal without any.
 */
export async function rightsNow(tx: Tx, staffId: string): Promise<ReadonlySet<Permission>> {
  await turnOfAccounts(tx);
  return await readRights(tx, staffId);
}

/**
 * Checks whether the person still has this right, until the transaction ends. Rights of matters change no
 * person's rights: those who use them go side by side, and wait only for a change of accounts; so does that
 * one for them.
 */
export async function holdsRightNow(tx: Tx, staffId: string, permission: Permission): Promise<boolean> {
  if (matterPermission.test(permission)) await besideTurnOfAccounts(tx);
  else await turnOfAccounts(tx);
  return (await readRights(tx, staffId)).has(permission);
}

async function besideTurnOfAccounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('administration of accounts'))`.execute(tx);
}

async function readRights(tx: Tx, staffId: string): Promise<ReadonlySet<Permission>> {
  const { rows } = await sql<{ permissions: Permission[] }>`
    select permissions from staff_rights where staff_id = ${staffId} and enabled`.execute(tx);
  return new Set(rows[0]?.permissions);
}
