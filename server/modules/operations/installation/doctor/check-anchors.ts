import type { Config } from '#server/kernel/config/config.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findLostAnchors } from '#server/modules/access/audit/service.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/**
 * Checks that the database contains every anchor that this server has on file, so it is neither a delayed
 * standby nor an old snapshot.
 */
export async function checkAnchors(db: Db, config: Pick<Config, 'auditDir'>): Promise<DoctorFinding[]> {
  const { ok, fault: problem } = findingsOf('anchors');
  const lost = await findLostAnchors(db, config);
  if (!lost) return [ok('数据库与锚点文件一样新', 'The database is as new as the anchors on file')];
  const { from, to, filedAt, databaseAt, chains } = lost;
  return [
    problem(
      `数据库比锚点文件旧，缺少锚点 ${from} 至 ${to}：${databaseAt ?? '最初'} 至 ${filedAt} 之间办理的内容不在数据库中（约 ${chains} 条链）。误用了旧的备库或快照的，请换回原来的数据库再启动；有意恢复的，启动后由审计管理员确认。`,
      `The database is older than the anchors on file: ${from} to ${to} are missing, the work of ${databaseAt ?? 'the beginning'} to ${filedAt}, in about ${chains} chains. Take the right database before a start; after an intended restore the audit administrator acknowledges it.`,
    ),
  ];
}
