import { connect, type Database } from './connect.ts';
import { startEmbedded } from './embedded/supervisor.ts';

interface Settings {
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl?: string | undefined;
}

/**
 * The database of the settings for what works beside a running portal or without one: the embedded server is shared with
 * the portal where it runs, and started for as long as the work takes where it does not. `role` is whose tables they are, or
 * the portal's own.
 */
export async function besidePortal<Result>(
  { dataDir, databaseUrl, databaseOwnerUrl }: Settings,
  role: 'owner' | 'portal',
  work: (database: Database, url: string) => Promise<Result>,
): Promise<Result> {
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, share: true }) : undefined;
  try {
    const url = (role === 'owner' ? databaseOwnerUrl : undefined) ?? databaseUrl ?? embedded?.url ?? '';
    const database = await connect(url, { max: 2 });
    try {
      return await work(database, url);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
