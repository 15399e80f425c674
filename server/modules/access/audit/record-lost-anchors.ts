import { randomUUID } from 'node:crypto';
import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { anchorLogPath, newestAnchorNumber, readAnchorLog } from './anchor-log.ts';
import { appendAudit } from './append.ts';
import { findingIdOf } from './findings.ts';
import * as queries from './lost-anchors.queries.ts';
import { anchorsLostAction, isSpan, type LostAnchorSpan, lostAnchorsFinding } from './lost-anchors.ts';

/**
 * Finds the anchors that this server's file has beyond the database's newest: a standby that lagged was
 * promoted, or a snapshot was restored. Returns undefined if the database has them all, or the audit log has
 * recorded them already.
 */
export async function findLostAnchors(
  db: Db,
  config: Pick<Context['config'], 'auditDir'>,
): Promise<LostAnchorSpan | undefined> {
  const path = anchorLogPath(config);
  // The file is read first: an anchor that another server files after the database was read is not lost.
  const newestNumber = await newestAnchorNumber(path);
  const last = await queries.findNewest(db);
  const from = Math.max(last?.seq ?? 0, await queries.findLastLostNumber(db)) + 1;
  // The file grows for years, and is read completely only if anchors are missing.
  if (newestNumber < from) return undefined;
  const anchors = (await readAnchorLog(path)) ?? [];
  const newest = anchors.reduce(
    (newestSoFar, anchor) =>
      newestSoFar === undefined || anchor.seq > newestSoFar.seq ? anchor : newestSoFar,
    anchors[0],
  );
  if (!newest) return undefined;
  return {
    from,
    to: newest.seq,
    filedAt: newest.at,
    databaseAt: last?.at.toISOString() ?? null,
    chains: anchors.filter(({ seq }) => seq >= from).reduce((sum, { chains }) => sum + (chains ?? 0), 0),
  };
}

/**
 * Records the anchors that the database has lost, so that their numbers are never reused, and logs them: at a
 * start, and before each anchor, because a standby may be promoted while the portal runs.
 */
export async function recordLostAnchors(
  context: Pick<Context, 'db' | 'config' | 'crypto' | 'now' | 'log'>,
  print: (line: string) => void = () => undefined,
): Promise<void> {
  if (!(await findLostAnchors(context.db, context.config))) return;
  const span = await inTransaction(context.db, async (tx) => {
    await queries.lockLossRecording(tx);
    const lost = await findLostAnchors(tx, context.config);
    if (!lost) return undefined;
    await appendAudit(tx, context, {
      chain: 'installation',
      actor: undefined,
      action: anchorsLostAction,
      objectKind: 'anchors',
      objectId: '',
      detail: { ...lost },
      requestId: randomUUID(),
    });
    return lost;
  });
  if (!span) return;
  const { from, to, filedAt, databaseAt, chains } = span;
  context.log.error(
    { ...span },
    'The database is older than the anchors in the anchor file: acknowledged work is missing',
  );
  print(
    `注意：数据库比锚点文件旧，缺少锚点 ${from} 至 ${to}：${databaseAt ?? '最初'} 至 ${filedAt} 之间已经办理的内容不在数据库中（约 ${chains} 条链）。如果是误用了旧的备库或快照，请立即停止本系统并换回原来的数据库；如果是有意恢复，请由审计管理员在“系统审计 - 核对审计记录”中确认。`,
  );
  print(
    `The database is older than its anchors on file: ${from} to ${to} are missing, the work of ${databaseAt ?? 'the beginning'} to ${filedAt}, in about ${chains} chains. Stop now if a lagging standby or a snapshot is used by mistake; after an intended restore the audit administrator acknowledges it.`,
  );
}

/** Returns the last loss, until the audit administrator has acknowledged it. */
export async function findOpenLoss(db: Db): Promise<LostAnchorSpan | undefined> {
  const loss = await queries.findLastLoss(db);
  if (!isSpan(loss)) return undefined;
  return (await queries.isAcknowledged(db, findingIdOf(lostAnchorsFinding(loss)))) ? undefined : loss;
}
