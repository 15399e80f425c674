import { StartupError } from '#server/config/startup-error.ts';
import { connect, type Database } from './connect.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import { commandPatience } from './lone-client.ts';
import type { PulseTimes } from './pulse.ts';

interface Settings {
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl?: string | undefined;
}

/**
 * The database of the settings for what works beside a running portal or without one: the embedded server is shared with
 * the portal where it runs, and started for as long as the work takes where it does not. `role` is whose tables they are, or
 * the portal's own. A database that falls silent ends the work.
 */
export async function besidePortal<Result>(
  { dataDir, databaseUrl, databaseOwnerUrl }: Settings,
  role: 'owner' | 'portal',
  work: (database: Database, url: string) => Promise<Result>,
  patience: PulseTimes = commandPatience,
): Promise<Result> {
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, share: true }) : undefined;
  try {
    const url = (role === 'owner' ? databaseOwnerUrl : undefined) ?? databaseUrl ?? embedded?.url ?? '';
    const database = await connect(url, { max: 2, watched: patience });
    try {
      return await work(database, url);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== 'DATABASE_SILENT') throw error;
      throw silent(patience, error);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

function silent({ patienceMs }: PulseTimes, cause: unknown): StartupError {
  const seconds = Math.round(patienceMs / 1000);
  return new StartupError(
    `数据库 ${seconds} 秒没有应答，命令已中止，没有完成：没有清单的备份不算备份，没有完成的恢复不能启动。请检查数据库和网络后重做。`,
    `The database did not answer for ${seconds} s, and the command has ended undone: a backup without a manifest is none, and a restore that was cut short does not start. Look at the database and the network, then do it again.`,
    { cause },
  );
}
