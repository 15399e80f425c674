import type { Config } from '#server/config/config.ts';
import { ensureDataFolder } from '#server/config/data-folder.ts';
import { type ConnectOptions, connect, type Database } from './connect.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import { migrate } from './migrate.ts';

export interface OpenOptions extends ConnectOptions {
  /** Use an embedded server that a running portal holds, and leave it running: for commands beside the portal. */
  share?: boolean;
}

export interface OpenDatabase extends Database {
  url: string;
  /** Names of the migrations that this opening applied. */
  migrated: string[];
}

/**
 * The database of these settings, migrated and ready: the one of DATABASE_URL, or the embedded one.
 * `close()` ends the pool and then stops the embedded server, if it was ours.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  await ensureDataFolder(config.dataDir);
  const { share, ...connectOptions } = options;
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, share, log: options.log })
      : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  try {
    const database = await connect(url, connectOptions);
    const migrated = await migrate(database.db);
    return {
      ...database,
      url,
      migrated,
      close: async () => {
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
