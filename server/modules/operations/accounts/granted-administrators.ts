import { addAdministration } from '#domain/access/role-rules.ts';
import { SessionEnd } from '#domain/access/session-end.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { endAllSessions } from '#server/modules/access/session/service.ts';
import { listPortalRunners, type PortalRunner } from './granted-administrators.queries.ts';

export interface GrantedRunner extends PortalRunner {
  /** Their permissions before the change. */
  before: readonly string[];
}

/**
 * Gives roles, or changes what they allow, and returns the people who thereby come to administer the portal, or more of
 * it than before. Their sessions end and their browsers are forgotten: a person who had been let into the account
 * beforehand would go on with the new rights (docs/decisions/0170).
 */
export async function grantingAdministratorRoles(
  tx: Tx,
  context: Pick<Context, 'now'>,
  give: () => Promise<void>,
): Promise<GrantedRunner[]> {
  const before = new Map(
    (await listPortalRunners(tx)).map(({ staffId, permissions }) => [staffId, permissions]),
  );
  await give();
  const added = (await listPortalRunners(tx))
    .map((runner) => ({ ...runner, before: before.get(runner.staffId) ?? [] }))
    .filter((runner) => addAdministration(runner.before, runner.permissions));
  for (const { staffId } of added) await endAllSessions(tx, context, staffId, SessionEnd.byAdministrator);
  return added;
}
