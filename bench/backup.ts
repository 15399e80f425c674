import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { readKeyFile } from '#server/kernel/crypto/key-files.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { storeFile } from '#server/modules/records/files/service.ts';
import { startPortal } from '#test/world/portal-process.ts';
import { petition } from '#test/world/start-data.ts';
import { signIn } from './sign-in.ts';
import { loadOrders } from './world/load.ts';
import { benchCaptcha, openWorld } from './world/world.ts';

/**
 * Measures how long backup and restore of a large office take, and how they affect people who use the portal;
 * see docs/reliability.md. `node bench/backup.ts [--orders 100000] [--files 2000] [--keep]`
 */

const folder = resolve(import.meta.dirname, '..', 'data', 'bench-backup');
const dataDir = join(folder, 'office');
const fileBytes = 256 * 1024;
const phaseMs = 20_000;
const clients = 4;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    files: { type: 'string', default: '2000' },
    port: { type: 'string', default: '8988' },
    keep: { type: 'boolean', default: false },
  },
});
const print = (text: string) => console.log(text);
const port = Number(values.port);

const startServer = () =>
  startPortal({
    DATA_DIR: dataDir,
    PORT: String(port),
    PORTAL_DEMO_CAPTCHA: benchCaptcha,
    PORTAL_DEMO_ORDERS: '300',
  });

/**
 * Fills the database with orders that are copied row by row and not signed: `audit:verify` reports each of
 * them.
 */
async function fill(): Promise<void> {
  await (await startServer()).stop();
  const world = await openWorld(dataDir);
  await loadOrders(world, { orders: Number(values.orders), lean: false }, () => undefined);
  const keysFolder = join(dataDir, 'keys');
  const crypto = createCrypto(
    [readKeyFile(keysFolder, 'encryption.key')],
    readKeyFile(keysFolder, 'audit.key'),
  );
  const context = { ...world.context, crypto };
  const actor = await getActor(context, 'zhangwei');
  for (let number = 0; number < Number(values.files); number += 1) {
    const file = { name: `${number}.bin`, bytes: randomBytes(fileBytes), contentType: 'application/pdf' };
    await storeFile(context, actor, file, randomUUID());
  }
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(world.database.db);
  print(
    `database ${rows[0]?.size}, ${values.orders} orders, ${values.files} files of ${fileBytes / 1024} kB`,
  );
  await world.close();
}

interface Phase {
  starts: number[];
  reads: number[];
}

let phase: Phase = { starts: [], reads: [] };
let isOver = false;

async function runClient(token: string, first: number): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const headers = {
    'x-access-token': token,
    'x-refusal-status': 'http',
    'content-type': 'application/json',
  };
  for (let number = first; !isOver; number += clients) {
    let startTime = performance.now();
    const todoResponse = await fetch(base + workOrders.todoPage.path, { headers });
    await todoResponse.arrayBuffer();
    phase.reads.push(performance.now() - startTime);
    startTime = performance.now();
    const startResponse = await fetch(base + initiation.initiate.path, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(petition(number % 10_000).start),
    });
    await startResponse.arrayBuffer();
    if (startResponse.ok) phase.starts.push(performance.now() - startTime);
    if (todoResponse.status >= 500 || startResponse.status >= 500)
      throw new Error(`${todoResponse.status} ${startResponse.status}`);
    await wait(50);
  }
}

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((time, other) => time - other)[Math.floor(times.length * share)]?.toFixed(0) ?? '–';

function report(name: string, { starts, reads }: Phase, ms: number): void {
  const formatTimes = (times: readonly number[]) =>
    `p50 ${percentile(times, 0.5)}, p95 ${percentile(times, 0.95)}, longest ${percentile(times, 0.9999)} ms`;
  print(
    `${name}: ${((starts.length * 1000) / ms).toFixed(1)} starts/s (${formatTimes(starts)}), to-do (${formatTimes(reads)})`,
  );
}

async function measurePhase<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  phase = { starts: [], reads: [] };
  const startTime = performance.now();
  const result = await action();
  report(name, phase, performance.now() - startTime);
  return result;
}

async function runCommand(script: string, ...args: string[]): Promise<void> {
  const startTime = performance.now();
  const child = await startPortal({ DATA_DIR: dataDir }, [script, ...args]);
  const code = await child.waitForExit();
  // A restore fails at its end because the audit check reports the copies.
  if (code !== 0 && !child.output().includes('恢复完成')) throw new Error(child.output());
  print(
    `  ${args.map((arg) => arg.replace(folder, '…')).join(' ')}: ${((performance.now() - startTime) / 1000).toFixed(1)} s`,
  );
  for (const line of child.output().split('\n'))
    if (/^[^…]*(数据库|文件|审计)[^…]*$/.test(line)) print(`    ${line}`);
}

const backup = 'server/commands/backup-main.ts';
const backups = join(folder, 'backups');
const keys = join(folder, 'keys');
for (const path of [backups, keys, join(folder, 'again')]) rmSync(path, { recursive: true, force: true });
if (!values.keep) {
  rmSync(folder, { recursive: true, force: true });
  await fill();
}
const portal = await startServer();
if (portal.address === undefined) throw new Error(portal.output());
const tokens = await signIn(port, ['zhangwei']);
const workers = Array.from({ length: clients }, (_, index) => runClient(tokens.zhangwei ?? '', 100 + index));
await measurePhase('warming up', () => wait(phaseMs));
await measurePhase('before', () => wait(phaseMs));
await measurePhase('while the first backup runs', () => runCommand(backup, backups, '--keys', keys));
await measurePhase('between', () => wait(phaseMs));
await measurePhase('while the second backup runs', () => runCommand(backup, backups));
isOver = true;
await Promise.all(workers);
await runCommand(backup, '--check', backups);
await portal.stop();
await runCommand('server/commands/restore-main.ts', backups, '--into', join(folder, 'again'), '--keys', keys);
process.exit(0);
