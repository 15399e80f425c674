import {
  type AdministratorPermission,
  lostAdministratorPermissions,
  lostPermissionMessage,
} from '#domain/access/administrator-roles.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { listPageTitles } from './administrator-roles.queries.ts';

/**
 * Returns the reason why the roles cannot be changed: the first permission that would have no holder left;
 * undefined if there is none.
 */
export async function problemOfLostPermission(
  tx: Tx,
  before: readonly AdministratorPermission[],
  after: readonly AdministratorPermission[],
) {
  const [lost] = lostAdministratorPermissions(before, after);
  return lost && `修改后${lostPermissionMessage(lost, await listPageTitles(tx))}`;
}
