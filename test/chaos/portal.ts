import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isPostmasterAlive, readPostmasterFile } from '#server/kernel/database/embedded/postmaster.ts';
import { readSecrets } from '#server/kernel/database/embedded/secrets.ts';
import { databaseUrl } from '#server/kernel/database/embedded/supervisor-connection.ts';

const root = join(import.meta.dirname, '..', '..');
/** A first start needs two minutes on a machine with a load of ten for each core. */
const maxStartMs = 600_000;

/** The portal under test: `server/main.ts` as an office starts it, with its own PostgreSQL. */
export interface ChaosPortal {
  readonly address: string;
  /** Starts the portal and waits until it serves. */
  start(): Promise<void>;
  /** Sends `kill -9` to the server only; its PostgreSQL keeps running. */
  killServer(): Promise<void>;
  /** Sends SIGTERM: the server finishes its work and stops its PostgreSQL. */
  stop(): Promise<void>;
  /** Sends `kill -9` to one PostgreSQL process that serves the portal; returns whether there was one. */
  killBackend(): Promise<boolean>;
  /** Sends `kill -9` to the postmaster. */
  killPostmaster(): Promise<boolean>;
  untilReady(): Promise<void>;
  /** Returns the address of the portal's database, to check its content. */
  databaseUrl(role: 'banjian' | 'admin'): Promise<string>;
}

export function openChaosPortal(dataDir: string, port: number, stubOrigin: string): ChaosPortal {
  const address = `http://127.0.0.1:${port}`;
  const cluster = join(dataDir, 'postgres', 'cluster');
  let child: ChildProcess | undefined;

  async function isReady(): Promise<boolean> {
    return await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async function untilReady(): Promise<void> {
    const deadline = Date.now() + maxStartMs;
    while (!(await isReady())) {
      if (Date.now() > deadline) throw new Error('The portal did not become ready again in time');
      await wait(25);
    }
  }

  /**
   * Returns the process id for this cluster only: the id in a stale file may belong to another program by
   * now.
   */
  async function postmasterPid(): Promise<number | undefined> {
    const file = await readPostmasterFile(cluster);
    return file && (await isPostmasterAlive(file.pid, cluster)) ? file.pid : undefined;
  }

  async function urlOf(role: 'banjian' | 'admin'): Promise<string> {
    const secrets = await readSecrets(cluster);
    return role === 'admin'
      ? databaseUrl('postgres', secrets.adminPassword, secrets.port, 'banjian')
      : databaseUrl('banjian', secrets.password, secrets.port, 'banjian');
  }

  function launch(): ChildProcess {
    const started = spawn(
      process.execPath,
      ['--import', './test/chaos/redirect-chat-to-stub.ts', 'server/main.ts'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', process.env.CHAOS_VERBOSE ? 'inherit' : 'ignore'],
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: dataDir,
          PORTAL_DEMO_ORDERS: '0',
          PORTAL_DEMO_CAPTCHA: 'A7K3',
          PORTAL_URGE_HOURS: '1',
          CHAT_PROVIDER: 'government',
          CHAT_ENDPOINT: 'https://chat.invalid',
          CHAT_APP_KEY: 'app',
          CHAT_APP_SECRET: 'stub-secret-7',
          CHAT_TENANT_ID: '196729',
          CHAOS_STUB_ORIGIN: stubOrigin,
        },
      },
    );
    return started;
  }

  return {
    address,
    untilReady,
    databaseUrl: urlOf,
    async start() {
      const deadline = Date.now() + maxStartMs;
      while (!(await isReady())) {
        if (Date.now() > deadline) throw new Error('The portal did not start in time');
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) child = launch();
        await wait(25);
      }
    },
    async killServer() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
    async killBackend() {
      const client = new pg.Client({ connectionString: await urlOf('admin') });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { rows } = await client.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = 'banjian' and usename = 'banjian' and pid <> pg_backend_pid()
           order by state = 'active' desc, random() limit 1`,
        );
        const pid = rows[0]?.pid;
        if (pid === undefined) return false;
        process.kill(pid, 'SIGKILL');
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    async killPostmaster() {
      const pid = await postmasterPid();
      if (pid === undefined) return false;
      try {
        process.kill(pid, 'SIGKILL');
        return true;
      } catch {
        return false;
      }
    },
  };
}
