/**
 * `npm run upgrade-run -- OLD`: people act over HTTP through the example configuration of nginx while its two
 * servers are killed, the database is migrated, and both servers are changed from the version in the folder
 * OLD to this one; then every acknowledged action is looked up. Prints the lost, duplicated and answered
 * ones. See docs/reliability.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCommand } from '#scripts/lib/options.mjs';
import { demoPassword } from '#server/kernel/config/config.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { startEmbedded } from '#server/kernel/database/embedded/supervisor.ts';
import { readMigrations } from '#server/kernel/database/migrate.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { startProxy } from '#test/world/proxy.ts';
import { newTally, openCaller, Refused } from './caller.ts';
import { accounts, completeLetter } from './complete-letter.ts';
import { openUploads } from './uploads.ts';
import { readKeys, verifyActions } from './verify-run.ts';

const { values, positionals } = readCommand('upgrade-run', process.argv.slice(2));
const { minutes = 10, people = 6 } = values;
const newTree = join(import.meta.dirname, '..', '..');
const oldTree = resolve(positionals[0] ?? '');
const lengthMs = minutes * 60_000;
/** Milliseconds from one letter to the next, so that the hourly limit of each person lasts for the run. */
const intervalMs = 2_100;
/** The person who uploads files, and also acts. */
const uploader = 'fangning';
/** Milliseconds until the proxy uses a server again, as in the operator guide. */
const proxyRetryMs = 5_000;

const dataDir = await mkdtemp(join(tmpdir(), 'banjian-upgrade-'));
const postgres = await startEmbedded({ dataDir });
const database = await connect(postgres.url, { max: 2 });
const ports = [await freePort(), await freePort()] as const;
const running: [PortalProcess | undefined, PortalProcess | undefined] = [undefined, undefined];
const tally = newTally();
let exitCode = 1;
try {
  exitCode = await run();
} finally {
  for (const server of running) server?.signal('SIGKILL');
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(exitCode);

type ServerIndex = 0 | 1;
const nameOf = (tree: string) => (tree === newTree ? 'new' : 'old');

async function start(index: ServerIndex, tree: string): Promise<void> {
  const settings = {
    PORTAL_MODE: 'demo',
    PORTAL_DEMO_ORDERS: '0',
    PORTAL_DEMO_CAPTCHA: 'A7K3',
    PORTAL_URGE_HOURS: '1',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(dataDir, 'shared'),
    TRUST_PROXY: '1',
    PORT: String(ports[index]),
  };
  const server = await startPortal(settings, ['server/main.ts'], { cwd: tree });
  if (server.address === undefined)
    throw new Error(`The ${nameOf(tree)} server did not start:\n${server.output()}`);
  running[index] = server;
}

async function stop(index: ServerIndex, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  running[index]?.signal(signal);
  await running[index]?.waitForExit();
}

async function migrate(): Promise<void> {
  const child = spawn(process.execPath, ['server/commands/migrate-main.ts'], {
    cwd: newTree,
    env: {
      PATH: process.env.PATH,
      PORTAL_MODE: 'demo',
      DATABASE_URL: postgres.url,
      DATA_DIR: join(dataDir, 'shared'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The migration ended with ${code}`);
}

async function run(): Promise<number> {
  await start(0, oldTree);
  await start(1, oldTree);
  const proxy = await startProxy(dataDir, ports);
  const caller = openCaller(proxy.address, tally);
  for (const account of accounts) await caller.signIn(account, demoPassword);
  tally.statuses.clear();

  const began = performance.now();
  const elapsedMs = () => performance.now() - began;
  let number = 0;
  let firstError: unknown;
  const recordError = (error: unknown) => {
    firstError ??= error;
  };
  const completeLetters = async () => {
    while (elapsedMs() < lengthMs && firstError === undefined) {
      number += 1;
      const letter = completeLetter(caller, number, []).catch((error: unknown) => {
        if (!(error instanceof Refused)) recordError(error);
      });
      await Promise.all([letter, wait(people * intervalMs)]);
    }
  };
  const runs = Array.from({ length: people }, completeLetters);
  const uploads = openUploads(caller, uploader);
  const uploading = uploads
    .sendUntil(() => elapsedMs() >= lengthMs || firstError !== undefined)
    .catch(recordError);
  await upgradeServers(elapsedMs, () => firstError !== undefined).catch(recordError);
  await Promise.all([...runs, uploading]);
  const seconds = elapsedMs() / 1000;
  const files = firstError === undefined ? await uploads.findLost() : [];
  await proxy.stop();
  if (firstError !== undefined) throw firstError;
  for (const index of [0, 1] as const) await stop(index, 'SIGTERM');
  console.log(`${uploads.count()} files were sent, read immediately and read again at the end`);
  return await report(seconds, files);
}

/** Changes the servers and the database, each step after its share of the time. */
async function upgradeServers(elapsedMs: () => number, isOver: () => boolean): Promise<void> {
  const change = async (index: ServerIndex, signal: 'SIGTERM' | 'SIGKILL', tree: string) => {
    await stop(index, signal);
    await start(index, tree);
    await wait(proxyRetryMs);
  };
  const steps: [share: number, what: string, step: () => Promise<void>][] = [
    [0.08, 'old A killed and started', () => change(0, 'SIGKILL', oldTree)],
    [0.18, 'old B killed and started', () => change(1, 'SIGKILL', oldTree)],
    [0.28, 'database migrated, both old servers at work', migrate],
    [0.38, 'old A stopped, new A started', () => change(0, 'SIGTERM', newTree)],
    [0.5, 'new A killed beside old B, and started', () => change(0, 'SIGKILL', newTree)],
    [0.62, 'old B killed, new B started', () => change(1, 'SIGKILL', newTree)],
    [0.74, 'new A stopped and started', () => change(0, 'SIGTERM', newTree)],
    [0.86, 'new B killed and started', () => change(1, 'SIGKILL', newTree)],
  ];
  for (const [share, what, step] of steps) {
    while (elapsedMs() < share * lengthMs && !isOver()) await wait(50);
    if (isOver()) return;
    console.log(`${(elapsedMs() / 1000).toFixed(0)} s, ${tally.acknowledged.length} acknowledged: ${what}`);
    await step();
  }
}

async function report(seconds: number, files: readonly string[]): Promise<number> {
  const { acknowledged, repeated, repeatedAfterAnswer, differentRepetitions, refused, statuses } = tally;
  const results = {
    ...(await verifyActions(database.db, tally)),
    invariants: await checkInvariants(database.db, readKeys(join(dataDir, 'shared')), { upgraded: true }),
    files,
    differentRepetitions,
    refused,
    // The proxy answers 502 for requests that were running on a killed server, if sending them to the
    // other could perform them twice.
    unexpectedStatuses: [...statuses.keys()]
      .filter((status) => status >= 500 && status !== 503 && status !== 502)
      .map((status) => `${statuses.get(status)} answers of ${status}`),
  };
  const schemas = await readMigrations(join(newTree, 'server', 'kernel', 'database', 'migrations'));
  const rate = (acknowledged.length / seconds).toFixed(1);
  console.log(
    `\nto ${schemas.at(-1)?.name}: ${acknowledged.length} actions acknowledged in ${seconds.toFixed(0)} s (${rate}/s)`,
  );
  console.log(
    `repeated because there was no answer: ${repeated}; repeated although answered: ${repeatedAfterAnswer}`,
  );
  const counts = [...statuses].sort(([one], [other]) => one - other);
  console.log(`answers: ${counts.map(([status, count]) => `${status || 'none'} ${count}`).join(', ')}`);
  for (const [name, found] of Object.entries(results)) {
    console.log(`${name}: ${found.length}`);
    for (const line of found.slice(0, 20)) console.log(`  ${line}`);
  }
  return Object.values(results).flat().length === 0 ? 0 : 1;
}
