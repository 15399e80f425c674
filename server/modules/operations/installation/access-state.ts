import type { InstallationState } from '#contract/installation.ts';
import { dutiesOf, dutiesText } from '#domain/access/duties.ts';
import type { Config } from '#server/kernel/config/config.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { listHoldersOfDuties, requiresFactorAfterSignOn } from './access-state.queries.ts';

/**
 * Reads how the administration of this portal is protected: whether the three duties are separated, which people and
 * roles still join several of them (for example from before the rule), and whether the second factor is required
 * after a unified login (docs/decisions/0133, 0057).
 */
export async function readAccessState(
  db: Db,
  config: Pick<Config, 'separateDuties' | 'signOn'>,
): Promise<InstallationState['access']> {
  const holders = await listHoldersOfDuties(db);
  return {
    separatesDuties: config.separateDuties,
    joined: holders
      .filter(({ permissions }) => dutiesOf(permissions).length > 1)
      .map(({ permissions, ...holder }) => ({ ...holder, duties: dutiesText(permissions) })),
    factorAfterSignOn: config.signOn.provider.kind === 'none' ? null : await requiresFactorAfterSignOn(db),
  };
}

/** Names people who combine duties, such as 田野（tianye，系统管理、安全审计）. */
export const textOfCombinedDuties = (joined: InstallationState['access']['joined']): string =>
  joined
    .map(({ kind, name, code, duties }) => `${kind === 'role' ? '角色' : ''}${name}（${code}，${duties}）`)
    .join('、');
