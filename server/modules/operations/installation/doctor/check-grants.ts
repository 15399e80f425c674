import type { Db } from '#server/kernel/database/transaction.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';
import { listMissingGrants } from './queries.ts';

const maxListedGrants = 6;

/**
 * Checks that the portal's role has the permissions for its work, and lists the missing ones with the
 * statements that grant them. Reads the catalogue, which every role may read, so a missing permission does
 * not hide other findings.
 */
export async function checkGrants(db: Db, role: string): Promise<DoctorFinding[]> {
  const { ok, fault: problem } = findingsOf('grants');
  const missing = await listMissingGrants(db, role);
  if (missing.length === 0)
    return [ok(`数据库角色 ${role} 的权限齐全`, `The role ${role} has the rights that it needs`)];
  const grantTexts = missing.slice(0, maxListedGrants).map(({ object, right }) => `${object}（${right}）`);
  const more = missing.length > maxListedGrants ? ` 等 ${missing.length} 项` : '';
  const statements = missing.slice(0, maxListedGrants).map(({ statement }) => statement);
  return [
    problem(
      `数据库角色 ${role} 缺少权限：${grantTexts.join('、')}${more}。请以属主的角色执行 DATABASE_OWNER_URL=… npm run migrate（自动授权），或由属主执行：${statements.join(' ')}${more && ' ……'}`,
      `The role ${role} lacks ${missing.length} rights, the first of them ${missing[0]?.right} on ${missing[0]?.object}: run DATABASE_OWNER_URL=… npm run migrate by the owner's role, which grants them, or the statements above as the owner.`,
    ),
  ];
}
