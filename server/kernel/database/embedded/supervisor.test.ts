import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { isPostmasterAlive, readPostmasterFile } from './postmaster.ts';
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './supervisor.ts';

let dataDir = '';
let servers: EmbeddedServer[] = [];
let children: ChildProcess[] = [];

const cluster = () => join(dataDir, 'postgres', 'cluster');

beforeEach(async () => {
  dataDir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'banjian-supervisor-'));
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
  children = [];
  await untilGone((await readPostmasterFile(cluster()))?.pid ?? 0);
  await rm(dataDir, { recursive: true, force: true });
});

async function start(more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, durable: false, ...more });
  servers.push(server);
  return server;
}

/** Starts another process that runs the embedded server and will be killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./supervisor.ts'))});
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    process.send(server.url);
    process.on('message', async () => { await server.stop(); process.exit(0); });`;
  const file = join(dataDir, 'elsewhere.mjs');
  await writeFile(file, program);
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  const [url] = await once(child, 'message');
  return { child, url };
}

async function queryValue<Answer>(url: string, statement: string): Promise<Answer | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query({ text: statement, rowMode: 'array' });
    return result.rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function readPid(): Promise<number> {
  return (await readPostmasterFile(cluster()))?.pid ?? 0;
}

async function untilGone(pid: number): Promise<void> {
  while (pid && (await isPostmasterAlive(pid, cluster()))) await wait(20);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20);
}

describe('the embedded PostgreSQL', () => {
  test('starts from an empty folder, keeps its data and address, and stops', async () => {
    const first = await start();
    await queryValue(first.url, 'create table pots as select 7 as grams');
    const pid = await readPid();
    await first.stop();
    await untilGone(pid);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(second.adopted).toBe(false);
    expect(await queryValue(second.url, 'select grams from pots')).toBe(7);
  });

  test('listens only on this machine and hides its passwords from other users', async () => {
    const server = await start();
    expect(await queryValue(server.adminUrl, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await queryValue(server.adminUrl, 'show unix_socket_directories')).toBe('');
    expect((await stat(join(cluster(), 'connection.json'))).mode & 0o777).toBe(0o600);
    const wrong = server.url.replace(/banjian:[^@]+@/, 'banjian:guess@');
    await expect(queryValue(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('gives the portal a role without superuser rights, with UTF-8 and Chinese letters as letters', async () => {
    const server = await start();
    expect(await queryValue(server.url, 'select rolsuper from pg_roles where rolname = current_user')).toBe(
      false,
    );
    expect(await queryValue(server.url, "select '办件' ~ '^[[:alpha:]]+$'")).toBe(true);
    await queryValue(server.url, 'create extension pg_trgm');
    expect(await queryValue(server.url, "select cardinality(show_trgm('群众来信办理')) > 0")).toBe(true);
    expect(await queryValue(server.url, 'show data_checksums')).toBe('on');
    expect(await queryValue(server.url, 'show timezone')).toBe('Asia/Shanghai');
  });
});

describe('the embedded PostgreSQL after a crash', () => {
  test('restarts a killed postmaster on the same port, and open pools recover', async () => {
    const messages: string[] = [];
    const server = await start({ durable: true, log: (message) => messages.push(message) });
    const database = await connect(server.url);
    await database.pool.query('create table pots as select 7 as grams');
    const pid = await readPid();
    process.kill(pid, 'SIGKILL');
    await until(() => messages.some((message) => message.includes('is back')));
    expect(await readPid()).not.toBe(pid);
    // The first query may still use a dead connection.
    await database.pool.query('select 1').catch(() => undefined);
    const found = await database.pool.query('select grams from pots');
    expect(found.rows).toEqual([{ grams: 7 }]);
    await database.close();
  });

  test('starts in spite of an old pid file, even when a process with that pid exists', async () => {
    await (await start()).stop();
    const lines = [process.pid, cluster(), 1, 1, '', '127.0.0.1', '0 0', 'ready'];
    await writeFile(join(cluster(), 'postmaster.pid'), `${lines.join('\n')}\n`);
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(await queryValue(server.url, 'select 1')).toBe(1);
  });

  test('shuts down cleanly when the portal is killed', async () => {
    const { child } = await startElsewhere();
    const pid = await readPid();
    child.kill('SIGKILL');
    await untilGone(pid);
    const log = await readFile(join(dataDir, 'postgres', 'postgres.log'), 'utf8');
    expect(log).toContain('database system is shut down');
  });

  test('starts again right after the portal was killed', async () => {
    const { child, url } = await startElsewhere();
    await queryValue(url, 'create table pots as select 7 as grams');
    child.kill('SIGKILL');
    const server = await start();
    await wait(300);
    expect(await queryValue(server.url, 'select grams from pots')).toBe(7);
  });

  test('is adopted when its watchdog died too', async () => {
    const { child, url } = await startElsewhere();
    const pid = await readPid();
    for (const watchdog of await findWatchdogs(pid)) process.kill(watchdog, 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start();
    expect(server).toMatchObject({ adopted: true, url });
    expect(await readPid()).toBe(pid);
    await server.stop();
    await untilGone(pid);
  });
});

describe('concurrent users of the embedded PostgreSQL', () => {
  test('a second portal on the same folder is refused while the first one runs', async () => {
    await startElsewhere();
    await expect(start()).rejects.toThrow('正被另一个办件通进程使用');
  });

  test('a command that shares uses the running server and leaves it running', async () => {
    const { url } = await startElsewhere();
    const shared = await start({ share: true });
    expect(shared.url).toBe(url);
    await shared.stop();
    expect(await queryValue(url, 'select 1')).toBe(1);
  });
});

describe('errors of the embedded PostgreSQL', () => {
  test('a port in use is replaced by a free one', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await first.stop();
    const listener = createServer().listen(port, '127.0.0.1');
    await once(listener, 'listening');
    const second = await start();
    expect(Number(new URL(second.url).port)).not.toBe(port);
    expect(await queryValue(second.url, 'select 1')).toBe(1);
    listener.close();
  });

  test('a data folder that cannot be written is named', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startEmbedded({ dataDir: file })).rejects.toThrow(`数据目录 ${file} 不可用（ENOTDIR）`);
  });

  test('a failed start shows the last lines of the log', async () => {
    await (await start()).stop();
    await writeFile(join(cluster(), 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(start()).rejects.toThrow(/未能启动[\s\S]*no_such_setting/);
  });

  test('a log that cannot be written is named', async () => {
    await (await start()).stop();
    const log = join(dataDir, 'postgres', 'postgres.log');
    await rm(log);
    await mkdir(log);
    await expect(start()).rejects.toThrow(`日志 ${log} 不能写入`);
  });

  test('a missing connection file is named', async () => {
    await (await start()).stop();
    await rm(join(cluster(), 'connection.json'));
    await expect(start()).rejects.toThrow('connection.json 丢失或损坏');
  });
});

async function findWatchdogs(postmasterPid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args=']);
  const lines = stdout.split('\n').filter((line) => line.includes(`kill -INT ${postmasterPid} `));
  return lines.map((line) => Number.parseInt(line, 10));
}
