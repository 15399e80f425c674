import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateJobs } from '#server/framework/jobs/worker.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { type EmbeddedServer, startEmbedded } from '#server/kernel/database/embedded/supervisor.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { cacheCluster, nameOfCluster, restoreCluster } from './cached-cluster.ts';
import { startInstalled } from './installed-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of this run's PostgreSQL; its databases are clones of the template. */
    adminUrl: string;
    /** The portal role's address of the template itself. */
    templateUrl: string;
  }
}

const folderPrefix = 'banjian-test-';

/**
 * Starts one PostgreSQL in memory for the whole run, with the migrated database that every test file clones.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const memory = await firstWritable(['/dev/shm', tmpdir()]);
  await removeFoldersOfDeadRuns(memory);
  const dataDir = await mkdtemp(join(memory, `${folderPrefix}${process.pid}-`));
  const server = await startMigrated(dataDir);
  project.provide('adminUrl', server.adminUrl);
  project.provide('templateUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * Starts a server whose database is migrated and closed as a template. The cluster is cached between runs, except
 * one of other programs or of another time.
 */
async function startMigrated(dataDir: string): ReturnType<typeof startServer> {
  const isUncacheable =
    process.env.TEST_POSTGRES !== undefined || process.env.TEST_CLOCK_SHIFT_MS !== undefined;
  const name = isUncacheable ? undefined : await nameOfCluster();
  if (name !== undefined && (await restoreCluster(name, dataDir))) return await startServer(dataDir);
  const server = await startServer(dataDir);
  const template = await connect(server.url);
  await migrate(template.db);
  await migrateJobs(template.pool);
  await template.close();
  await closeTemplate(server.adminUrl);
  if (name === undefined) return server;
  await server.stop();
  await cacheCluster(name, dataDir);
  return await startServer(dataDir);
}

/**
 * Starts the embedded server; or the programs in the folder TEST_POSTGRES, to run tests with another version.
 */
async function startServer(dataDir: string): Promise<Pick<EmbeddedServer, 'url' | 'adminUrl' | 'stop'>> {
  const programs = process.env.TEST_POSTGRES;
  if (!programs) return await startEmbedded({ dataDir, durable: false });
  await chmod(dataDir, 0o711);
  const server = await startInstalled(programs, join(dataDir, 'installed'));
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query(`create role banjian login password '${server.password}'`);
  await admin.query('create database banjian owner banjian');
  await admin.end();
  return { ...server, url: server.urlOf('banjian', 'banjian') };
}

/** Closes the template to connections: it cannot be cloned during a session. */
async function closeTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('alter database banjian with is_template true connection limit 0');
  await admin.end();
}

async function firstWritable(folders: string[]): Promise<string> {
  for (const folder of folders) {
    const probe = await mkdtemp(join(folder, folderPrefix)).catch(() => undefined);
    if (!probe) continue;
    await rm(probe, { recursive: true });
    return folder;
  }
  throw new Error(`None of ${folders.join(', ')} can be written`);
}

/** Removes the folders of killed runs; their watchdogs have stopped the servers. */
async function removeFoldersOfDeadRuns(memory: string): Promise<void> {
  for (const name of await readdir(memory)) {
    const pid = Number(/^banjian-test-(\d+)-/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) await rm(join(memory, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
