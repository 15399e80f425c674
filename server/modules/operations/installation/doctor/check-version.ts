import { findNewerMigrations, findPending } from '#server/kernel/database/migrate.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/**
 * Checks that the database has this version's schema. Lists the migrations that a start would apply, and
 * those that a newer version added, with which this version can still run.
 */
export async function checkVersion(db: Db): Promise<DoctorFinding[]> {
  const { ok, warning } = findingsOf('migrations');
  const pending = await findPending(db);
  const newer = await findNewerMigrations(db);
  const findings: DoctorFinding[] = [];
  if (pending.length > 0)
    findings.push(
      warning(
        `有 ${pending.length} 项数据库升级待执行（${pending[0]} 起），下次启动时执行：请先备份。`,
        `${pending.length} migrations are pending (from ${pending[0]}), which the next start applies: make a backup first.`,
      ),
    );
  if (newer.length > 0)
    findings.push(
      warning(
        `数据库比本程序新 ${newer.length} 项升级（${newer[0]} 起），只有增加，本程序可以照常使用：逐台升级时请继续更换本机的程序，否则请核对安装的是否为旧版。`,
        `The database is ${newer.length} migrations ahead of this program (from ${newer[0]}), which only added to it: change this server too, or see whether an old version is installed.`,
      ),
    );
  return findings.length > 0 ? findings : [ok('数据库已是本版本', 'The database is of this version')];
}
