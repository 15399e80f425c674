import { addsAdministration } from '#domain/access/role-rules.ts';
import { SessionEnd } from '#domain/access/session-end.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { endAllSessions } from '#server/modules/access/session/service.ts';
import { listPortalAdministrators, type PortalAdministrator } from './granted-administrators.queries.ts';

export interface GrantedAdministrator extends PortalAdministrator {
  /** Permissions of the person before the change. */
  before: readonly string[];
}

/**
 * Runs a change of granted roles or of their permissions, and returns the people who thereby become administrators
 * of the portal, or get more of its permissions. Their sessions end, and their browsers must sign in with a password
 * again: an intruder in the account could otherwise continue with the new permissions (docs/decisions/0170).
 */
export async function applyRoleChange(
  tx: Tx,
  context: Pick<Context, 'now'>,
  change: () => Promise<void>,
): Promise<GrantedAdministrator[]> {
  const before = new Map(
    (await listPortalAdministrators(tx)).map(({ staffId, permissions }) => [staffId, permissions]),
  );
  await change();
  const added = (await listPortalAdministrators(tx))
    .map((administrator) => ({ ...administrator, before: before.get(administrator.staffId) ?? [] }))
    .filter((administrator) => addsAdministration(administrator.before, administrator.permissions));
  for (const { staffId } of added) await endAllSessions(tx, context, staffId, SessionEnd.byAdministrator);
  return added;
}
