/**
 * Serves the fixed data of `npm run test:visual`: one portal for each width, each with its own copy of the
 * same database, so that actions for one picture are not visible in another width. The seeded database is
 * kept until its sources change.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { prepareSchema } from '#server/database-schema.ts';
import { startWorker } from '#server/framework/jobs/worker.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { startEmbedded } from '#server/kernel/database/embedded/supervisor.ts';
import { writeGenesisRecord } from '#server/modules/access/audit/service.ts';
import { seed } from '#server/seeds/seed.ts';
import { taskHandlers } from '#server/task-handlers.ts';
import { type FixedPortal, fixedConfig, openFixedPortal } from './fixed-portal.ts';

const { VISUAL_DATA_DIR: dataDir = '', VISUAL_WORLD: world = '', VISUAL_PORTS: ports = '' } = process.env;
const accounts = (process.env.VISUAL_ACCOUNTS ?? '').split(',').filter(Boolean);
const template = `visual_${world}`;
const tokensFile = join(dataDir, 'tokens.json');
const quietPolls = 5;
const pollMs = 1000;
const maxPolls = 120;

await mkdir(dataDir, { recursive: true });
const server = await startEmbedded({ dataDir, durable: false });
const admin = new pg.Client({ connectionString: server.adminUrl });
await admin.connect();

await ensureTemplate();
// A copy, so that a build while pictures are taken changes none of them.
const web = join(dataDir, 'web');
await rm(web, { recursive: true, force: true });
await cp(join(import.meta.dirname, '..', '..', 'dist', 'web'), web, { recursive: true });
for (const port of ports.split(',').map(Number)) {
  const name = `visual_at_${port}`;
  await admin.query(`create database ${name} template ${template} owner banjian`);
  const portal = await openFixedPortal(dataDir, withDatabase(name), web);
  console.log(`The portal runs at ${await portal.listen(port)}`);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

// A killed run cannot stop its server, so the server checks whether the run still exists.
setInterval(() => {
  if (!isRunning(Number(process.env.VISUAL_RUN))) void stop();
}, pollMs).unref();

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stop(): Promise<void> {
  await admin.end();
  await server.stop();
  process.exit(0);
}

function withDatabase(name: string): string {
  const changed = new URL(server.url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Seeds a database for the current sources; deletes older ones and the copies of the last run. */
async function ensureTemplate(): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'visual\\_%'",
  );
  const exists = rows.some(({ datname }) => datname === template) && (await hasTokensOfAccounts());
  for (const { datname } of rows) {
    if (exists && datname === template) continue;
    await admin.query(`alter database ${datname} with is_template false`);
    await admin.query(`drop database ${datname} with (force)`);
  }
  if (exists) return;
  console.log('The data of the fixed world is created');
  const building = 'visual_building';
  await admin.query(`create database ${building} template template0 owner banjian`);
  const url = withDatabase(building);
  const schema = await connect(url, { max: 2 });
  await prepareSchema(schema, undefined);
  await schema.close();
  const portal = await openFixedPortal(dataDir, url);
  await seedPortal(portal);
  await portal.close();
  // A listener in a separate thread may still be closing.
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [building]);
  await admin.query(`alter database ${building} rename to ${template}`);
  await admin.query(`alter database ${template} with is_template true`);
}

async function hasTokensOfAccounts(): Promise<boolean> {
  if (!existsSync(tokensFile)) return false;
  const tokens = JSON.parse(await readFile(tokensFile, 'utf8')) as Record<string, string>;
  return accounts.every((account) => account in tokens);
}

async function seedPortal(portal: FixedPortal): Promise<void> {
  const { context, database } = portal;
  const keys = join(dataDir, 'keys');
  await writeGenesisRecord(context.db, context.crypto, keys, context.now());
  await seed(context, { print: (line) => console.log(line) });
  const worker = await startWorker(context, database.pool, taskHandlers);
  context.notifier.wake('work-order.notices');
  context.notifier.wake('work-order.limits');
  await waitUntilQuiet(database.pool);
  await worker.stop();
  const address = await portal.listen(0);
  const tokens: Record<string, string> = {};
  for (const account of accounts) tokens[account] = await signIn(address, account);
  await writeFile(tokensFile, JSON.stringify(tokens));
}

/** Waits until no message has been sent for a while: jobs write the messages of half a year. */
async function waitUntilQuiet(pool: pg.Pool): Promise<void> {
  let previous = -1;
  let quiet = 0;
  for (let poll = 0; poll < maxPolls && quiet < quietPolls; poll++) {
    await wait(pollMs);
    const { rows } = await pool.query<{ count: number }>(
      'select (select count(*) from messages)::int as count',
    );
    const messageCount = rows[0]?.count ?? 0;
    quiet = messageCount === previous ? quiet + 1 : 0;
    previous = messageCount;
  }
}

/** Signs a user in before the first picture, so that the lists of sessions are the same in every run. */
async function signIn(address: string, account: string): Promise<string> {
  const { captcha, password } = fixedConfig(dataDir).demo;
  const picture = (await (await fetch(`${address}/sys/captcha`)).json()) as {
    data: { captchaToken: string };
  };
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    headers: {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    },
    body: new URLSearchParams({
      username: account,
      password: password ?? '',
      verifyCode: captcha ?? '',
      captchaToken: picture.data.captchaToken,
    }),
  });
  const { data, errmsg } = (await answer.json()) as { data?: { accessToken: string }; errmsg?: string };
  if (data === undefined) throw new Error(`${account} cannot sign in: ${errmsg}`);
  return data.accessToken;
}
