import type { Config } from '#server/kernel/config/config.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readAccessState, textOfCombinedDuties } from '../access-state.ts';
import { findInstallation } from '../queries.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** Maximum number of people named in a finding. */
const maxListedHolders = 20;

/**
 * Checks that no person and no role combines the duties of several administrators, and that the unified login
 * does not bypass the second factor.
 */
export async function checkAccess(db: Db, config: Config): Promise<DoctorFinding[]> {
  const { ok, warning } = findingsOf('access');
  const { isMarked } = await findInstallation(db);
  if (!isMarked) return [];
  const { joined, factorAfterSignOn } = await readAccessState(db, config);
  const findings: DoctorFinding[] = [];
  if (joined.length > 0) {
    const more = joined.length > maxListedHolders ? ` 等 ${joined.length} 项` : '';
    findings.push(
      warning(
        `系统管理、安全管理、安全审计由同一人或同一角色兼任：${textOfCombinedDuties(joined.slice(0, maxListedHolders))}${more}。请由安全管理员分别授予不同的人员。`,
        `${joined.length} people or roles combine duties of the system, security and audit administrators: ${joined
          .slice(0, maxListedHolders)
          .map(({ code }) => code)
          .join(', ')}. Give them to different people.`,
      ),
    );
  } else
    findings.push(
      ok('系统管理、安全管理、安全审计没有兼任', 'Nobody joins the duties of system, security and audit'),
    );
  if (factorAfterSignOn === false)
    findings.push(
      warning(
        '统一身份认证登录后不要求二次验证，管理人员也不例外：请由安全管理员在“登录策略”中打开。',
        'Nobody is asked for the second factor after a unified login, administrators included: switch it on under 登录策略.',
      ),
    );
  return findings;
}
