import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { commandTimeouts } from './command-connection.ts';
import { connect, type Database } from './connect.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import type { HeartbeatTimes } from './heartbeat.ts';
import { isConnectionLost } from './lost-connection.ts';
import { readOnlyCode } from './read-only.ts';

interface Settings {
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl?: string | undefined;
}

/**
 * Runs work on the database of the settings, with or without a running portal: a running embedded server is
 * shared with the portal, otherwise it is started for the duration of the work. `role` is the owner's role,
 * or the portal's own. A database that falls silent ends the work.
 */
export async function withDatabase<Result>(
  { dataDir, databaseUrl, databaseOwnerUrl }: Settings,
  role: 'owner' | 'portal',
  work: (database: Database, url: string) => Promise<Result>,
  timeouts: HeartbeatTimes = commandTimeouts,
): Promise<Result> {
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, share: true }) : undefined;
  try {
    const url = (role === 'owner' ? databaseOwnerUrl : undefined) ?? databaseUrl ?? embedded?.url ?? '';
    const database = await connect(url, { max: 2, heartbeat: timeouts });
    try {
      return await work(database, url);
    } catch (error) {
      throw explainLoss(error, timeouts);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

/** Returns the error of the work, with an explanation if the database was lost. */
function explainLoss(error: unknown, { answerTimeoutMs }: HeartbeatTimes): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error;
  const code = String((error as { code?: unknown }).code);
  const seconds = Math.round(answerTimeoutMs / 1000);
  if (code === 'DATABASE_SILENT')
    return unfinishedError(
      `数据库 ${seconds} 秒没有应答`,
      `The database did not answer for ${seconds} s`,
      error,
    );
  if (code === readOnlyCode)
    return unfinishedError(
      '数据库是只读的（备库，或已被降级的主库）',
      'The database is read-only (a standby)',
      error,
    );
  if (isConnectionLost(error))
    return unfinishedError('与数据库的连接中断', 'The connection to the database was cut', error);
  return error;
}

const unfinishedError = (chinese: string, english: string, cause: Error) =>
  new StartupError(
    `${chinese}，命令已中止，没有完成：没有清单的备份不算备份，没有完成的恢复不能启动。请检查数据库和网络后重做。`,
    `${english}, and the command did not finish: a backup without a manifest is not valid, and an interrupted restore does not start. Check the database and the network, then run the command again.`,
    { cause },
  );
