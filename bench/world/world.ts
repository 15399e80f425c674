import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { createDiskStore } from '#server/adapters/files/file-store.ts';
import { type Context, createContext } from '#server/framework/context.ts';
import { migrateJobs } from '#server/framework/jobs/worker.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { readOrCreateKeyFile } from '#server/kernel/crypto/key-files.ts';
import { connect, type Database } from '#server/kernel/database/connect.ts';
import { startEmbedded } from '#server/kernel/database/embedded/supervisor.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { createLog, type Log } from '#server/kernel/log/log.ts';
import { seed } from '#server/seeds/seed.ts';

/** Orders of the demo that are made through the services; the loader copies the open ones. */
const demoOrders = 300;
/** The answer to every captcha of the bench's own server. */
export const benchCaptcha = 'BENCH1';

/** The bench's own cluster with its database: durable, with our migrations and our seed. */
export interface World {
  dataDir: string;
  url: string;
  database: Database;
  context: Context;
  /** Runs work with long statements on a separate connection, without the pool's time limit. */
  session<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>;
  /** Runs a query as the owner of the cluster, outside the portal's database. */
  admin<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
  close(): Promise<void>;
}

export const quietLog: Log = createLog('error');

/** Settings of a server on the bench's data folder. */
function benchConfig(dataDir: string) {
  return loadConfig({
    DATA_DIR: dataDir,
    PORTAL_DEMO_ORDERS: String(demoOrders),
    PORTAL_DEMO_CAPTCHA: benchCaptcha,
  });
}

/** Returns the context of a server on the bench's data folder. */
export function benchContext(dataDir: string, database: Database): Context {
  return createContext({
    config: benchConfig(dataDir),
    db: database.db,
    crypto: createCrypto([readOrCreateKeyFile(join(dataDir, 'keys'))]),
    files: createDiskStore(join(dataDir, 'files')),
    log: quietLog,
    processId: randomUUID(),
  });
}

export async function openWorld(dataDir: string): Promise<World> {
  const server = await startEmbedded({ dataDir, durable: true });
  const database = await connect(server.url);
  await migrate(database.db);
  await migrateJobs(database.pool);
  const context = benchContext(dataDir, database);
  await seed(context, { print: (text) => console.log(`  ${text}`) });
  const admin = await openAdmin(server.adminUrl);
  return {
    dataDir,
    url: server.url,
    database,
    context,
    async session(work) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
    admin: (text, values) => admin.query(text, values),
    async close() {
      await admin.end();
      await database.close();
      await server.stop();
    },
  };
}

/** Prepares the database for reading its write-ahead log; its settings are those of the product, fully durable. */
async function openAdmin(adminUrl: string): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('create extension if not exists pg_walinspect');
  const { rows } = await admin.query<{ fsync: string; sync: string }>(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync",
  );
  if (rows[0]?.fsync !== 'on' || rows[0].sync !== 'on') throw new Error('fsync or synchronous_commit is off');
  return admin;
}
