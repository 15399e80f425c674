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
import { accounts, playLetter } from './play-letter.ts';
import { openUploads } from './uploads.ts';
import { judgeActions, readKeys } from './verdict.ts';

const { values, positionals } = readCommand('upgrade-run', process.argv.slice(2));
const { minutes = 10, people = 6 } = values;
const own = join(import.meta.dirname, '..', '..');
const before = resolve(positionals[0] ?? '');
const lengthMs = minutes * 60_000;
/** Milliseconds from one letter to the next, so that the hourly limit of each person lasts for the run. */
const eachMs = 2_100;
/** The person who uploads files, and also acts. */
const uploader = 'fangning';
/** Milliseconds until the proxy uses a server again, as in the operator guide. */
const untilSeenMs = 5_000;

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

type Place = 0 | 1;
const nameOf = (tree: string) => (tree === own ? 'new' : 'old');

async function start(place: Place, tree: string): Promise<void> {
  const settings = {
    PORTAL_MODE: 'demo',
    PORTAL_DEMO_ORDERS: '0',
    PORTAL_DEMO_CAPTCHA: 'A7K3',
    PORTAL_URGE_HOURS: '1',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(dataDir, 'shared'),
    TRUST_PROXY: '1',
    PORT: String(ports[place]),
  };
  const server = await startPortal(settings, ['server/main.ts'], { cwd: tree });
  if (server.address === undefined)
    throw new Error(`The ${nameOf(tree)} server did not start:\n${server.said()}`);
  running[place] = server;
}

async function stop(place: Place, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  running[place]?.signal(signal);
  await running[place]?.gone();
}

async function migrate(): Promise<void> {
  const child = spawn(process.execPath, ['server/commands/migrate-main.ts'], {
    cwd: own,
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
  await start(0, before);
  await start(1, before);
  const proxy = await startProxy(dataDir, ports);
  const caller = openCaller(proxy.address, tally);
  for (const account of accounts) await caller.signIn(account, demoPassword);
  tally.statuses.clear();

  const began = performance.now();
  const passed = () => performance.now() - began;
  let number = 0;
  let broken: unknown;
  const note = (error: unknown) => {
    broken ??= error;
  };
  const live = async () => {
    while (passed() < lengthMs && broken === undefined) {
      number += 1;
      const lived = playLetter(caller, number, []).catch((error: unknown) => {
        if (!(error instanceof Refused)) note(error);
      });
      await Promise.all([lived, wait(people * eachMs)]);
    }
  };
  const lives = Array.from({ length: people }, live);
  const uploads = openUploads(caller, uploader);
  const sending = uploads.sendUntil(() => passed() >= lengthMs || broken !== undefined).catch(note);
  await upgradeServers(passed, () => broken !== undefined).catch(note);
  await Promise.all([...lives, sending]);
  const seconds = passed() / 1000;
  const files = broken === undefined ? await uploads.lost() : [];
  await proxy.stop();
  if (broken !== undefined) throw broken;
  for (const place of [0, 1] as const) await stop(place, 'SIGTERM');
  console.log(`${uploads.count()} files were sent, read immediately and read again at the end`);
  return await report(seconds, files);
}

/** Changes the servers and the database, each step after its share of the time. */
async function upgradeServers(passed: () => number, isOver: () => boolean): Promise<void> {
  const change = async (place: Place, signal: 'SIGTERM' | 'SIGKILL', tree: string) => {
    await stop(place, signal);
    await start(place, tree);
    await wait(untilSeenMs);
  };
  const steps: [share: number, what: string, step: () => Promise<void>][] = [
    [0.08, 'old A killed and started', () => change(0, 'SIGKILL', before)],
    [0.18, 'old B killed and started', () => change(1, 'SIGKILL', before)],
    [0.28, 'database migrated, both old servers at work', migrate],
    [0.38, 'old A stopped, new A started', () => change(0, 'SIGTERM', own)],
    [0.5, 'new A killed beside old B, and started', () => change(0, 'SIGKILL', own)],
    [0.62, 'old B killed, new B started', () => change(1, 'SIGKILL', own)],
    [0.74, 'new A stopped and started', () => change(0, 'SIGTERM', own)],
    [0.86, 'new B killed and started', () => change(1, 'SIGKILL', own)],
  ];
  for (const [share, what, step] of steps) {
    while (passed() < share * lengthMs && !isOver()) await wait(50);
    if (isOver()) return;
    console.log(`${(passed() / 1000).toFixed(0)} s, ${tally.acknowledged.length} acknowledged: ${what}`);
    await step();
  }
}

async function report(seconds: number, files: readonly string[]): Promise<number> {
  const { acknowledged, repeated, duplicated, unlike, refused, statuses } = tally;
  const verdict = {
    ...(await judgeActions(database.db, tally)),
    invariants: await checkInvariants(database.db, readKeys(join(dataDir, 'shared')), { upgraded: true }),
    files,
    unlike,
    refused,
    // The proxy answers 502 for requests that were running on a killed server, if sending them to the
    // other could perform them twice.
    strange: [...statuses.keys()]
      .filter((status) => status >= 500 && status !== 503 && status !== 502)
      .map((status) => `${statuses.get(status)} answers of ${status}`),
  };
  const schemas = await readMigrations(join(own, 'server', 'kernel', 'database', 'migrations'));
  const rate = (acknowledged.length / seconds).toFixed(1);
  console.log(
    `\nto ${schemas.at(-1)?.name}: ${acknowledged.length} actions acknowledged in ${seconds.toFixed(0)} s (${rate}/s)`,
  );
  console.log(`repeated because there was no answer: ${repeated}; repeated although answered: ${duplicated}`);
  const counts = [...statuses].sort(([one], [other]) => one - other);
  console.log(`answers: ${counts.map(([status, count]) => `${status || 'none'} ${count}`).join(', ')}`);
  for (const [name, found] of Object.entries(verdict)) {
    console.log(`${name}: ${found.length}`);
    for (const line of found.slice(0, 20)) console.log(`  ${line}`);
  }
  return Object.values(verdict).flat().length === 0 ? 0 : 1;
}
