import {
  type AdministratorRole,
  lostAdministratorRoles,
  lostRoleMessage,
} from '#domain/access/administrator-roles.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { listPageTitles } from './administrator-roles.queries.ts';

/**
 * Returns the reason why the roles cannot be changed: the first permission that would have no holder left;
 * undefined if there is none.
 */
export async function problemOfLost(
  tx: Tx,
  before: readonly AdministratorRole[],
  after: readonly AdministratorRole[],
) {
  const [lost] = lostAdministratorRoles(before, after);
  return lost && `修改后${lostRoleMessage(lost, await listPageTitles(tx))}`;
}
