import { sql } from 'kysely';
import { Permission } from '#domain/access/actor.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';

/** Maximum number of administrators who are notified of one change. */
const maxRecipients = 20;

/**
 * Lists other security administrators in service; without any, other administrators of people, of roles or of
 * the audit log.
 */
export async function listOtherAdministrators(
  tx: Tx,
  exceptIds: readonly string[],
): Promise<{ staffId: string; account: string }[]> {
  const { rows } = await sql<{ staffId: string; account: string }>`
    with others as (
      select staff_id, account, ${Permission.manageSecurity} = any(permissions) as is_security from staff_rights
      where enabled and staff_id <> all(${[...exceptIds]}::text[])
        and permissions && ${[Permission.manageSecurity, Permission.manageRole, Permission.manageStaff, Permission.readAudit]}::text[])
    select staff_id as "staffId", account from others
    where is_security or not exists (select from others where is_security)
    order by account limit ${maxRecipients}`.execute(tx);
  return rows;
}

/** Locks people until the transaction ends, always in the same order. */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from staff where id = any(${[...ids]}::text[]) order by id for no key update`.execute(tx);
}
