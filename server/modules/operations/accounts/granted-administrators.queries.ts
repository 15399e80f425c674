import { sql } from 'kysely';
import { administrativePermissions } from '#domain/access/actor.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';

export interface PortalAdministrator {
  staffId: string;
  account: string;
  permissions: string[];
  /** Digest of the identity number, by which the unified login may find the account. */
  idCardDigest: string | null;
}

/** Lists the people who administer the portal, or would if the account were enabled. */
export async function listPortalAdministrators(tx: Tx): Promise<PortalAdministrator[]> {
  const { rows } = await sql<PortalAdministrator>`
    select r.staff_id as "staffId", r.account, r.permissions, s.id_card_digest as "idCardDigest"
    from staff_rights r join staff s on s.id = r.staff_id
    where r.permissions && ${[...administrativePermissions]}::text[] order by r.account`.execute(tx);
  return rows;
}
