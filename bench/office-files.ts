import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { organisationSheet } from '#contract/office-organisations.ts';
import { processes, stepSheet } from '#contract/processes.ts';
import type { BundlePart } from '#domain/office/bundle-parts.ts';
import { filesOfPackage } from '#test/world/package-of-stranger.ts';
import { startPortal } from '#test/world/portal-process.ts';
import type { Reported } from './processes/event-loop-monitor.ts';
import { signIn } from './sign-in.ts';
import * as made from './world/office-files.ts';
import { benchCaptcha } from './world/world.ts';

/**
 * Measures the preview and the import of an office's largest spreadsheets and bundles: the longest time for
 * which the event loop was blocked (goal: 50 ms of its own processor time), and the largest memory of the
 * server (Linux). See docs/performance.md. `node bench/office-files.ts [--only sheets,packages,memory,hard]`
 */

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8989' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: 'sheets,packages,hard,memory' },
  },
});
// Two runs at the same time use different folders by their ports.
const folder = resolve(import.meta.dirname, '..', 'data', `bench-office-files-${values.port}`);
const selectedCases = values.only.split(',');
const say = (text: string) => console.log(text);
const base = `http://127.0.0.1:${values.port}`;
const watchFile = join(folder, 'loop-watch');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const portal = await startPortal({
  DATA_DIR: folder,
  PORT: values.port,
  PORTAL_DEMO_CAPTCHA: benchCaptcha,
  PORTAL_DEMO_ORDERS: '50',
  LOOP_WATCH: watchFile,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'processes', 'event-loop-monitor.ts'))} ${process.env.PROFILE ?? ''}`,
});
if (portal.address === undefined) throw new Error(portal.said());
const tokens = await signIn(Number(values.port), ['tianye', 'xiaohan', 'dongmei']);
const loopPort = readFileSync(watchFile, 'utf8');
const { pid } = portal;

const megabytes = (name: string) =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  );
async function readReport(): Promise<Reported> {
  return (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as Reported;
}

async function call<Answer>(
  account: string,
  endpoint: Endpoint,
  sent: { body?: unknown; query?: string } = {},
) {
  const answer = await fetch(`${base}${endpoint.path}${sent.query ?? ''}`, {
    method: endpoint.method,
    headers: {
      'x-access-token': tokens[account] ?? '',
      'idempotency-key': randomUUID(),
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  const body = (await answer.json()) as { errcode: number; data: Answer; problems?: unknown[] };
  if (body.errcode !== 0) throw new Error(JSON.stringify({ ...body, problems: body.problems?.slice(0, 5) }));
  return body.data;
}

async function measured<Result>(name: string, of: () => Promise<Result>): Promise<Result> {
  await readReport();
  const began = performance.now();
  try {
    return await of();
  } finally {
    const took = performance.now() - began;
    const { longestMs, over50, threadMs, processMs, heapUsed, heapTotal, external } = await readReport();
    const ms = (number: number) => `${Math.round(number)} ms`;
    say(
      `${name}: ${ms(took)} by the clock, ${ms(processMs)} of processor, ${ms(threadMs)} of it the event loop’s; ` +
        `longest turn ${ms(longestMs)}, ${over50} above 50 ms; RSS ${megabytes('VmRSS')} MB, ` +
        `of it the event loop’s heap ${heapTotal} MB (${heapUsed} in use) and ${external} MB beside it`,
    );
  }
}

interface InspectedFile {
  digest: string;
  wrong: number;
  problems: unknown[];
  source: { signer: string };
  parts: { part: BundlePart; allowed: boolean; added: number; changed: number; same: number }[];
}

interface SheetCalls {
  preview: Endpoint;
  apply: Endpoint;
  present: Endpoint;
}

async function sheet(name: string, account: string, { preview, apply, present }: SheetCalls, file: string) {
  const inspect = () => call<InspectedFile>(account, preview, { body: { file } });
  const { digest, wrong, problems } = await measured(`${name}, look`, inspect);
  if (wrong > 0) throw new Error(JSON.stringify(problems.slice(0, 5)));
  await measured(`${name}, taken in`, () => call(account, apply, { body: { file, digest } }));
  await measured(`${name}, look at what is there`, inspect);
  await measured(`${name}, taken out`, () => call(account, present));
}

async function takenIn(name: string, account: string, file: string) {
  const inspect = () => call<InspectedFile>(account, configurationBundle.preview, { body: { file } });
  const seen = await measured(`${name}, look of ${account}`, inspect);
  if (seen.wrong > 0) throw new Error(JSON.stringify(seen.problems.slice(0, 5)));
  const parts = seen.parts.filter(({ allowed }) => allowed).map(({ part }) => part);
  const body = { file, parts, digest: seen.digest, signer: seen.source.signer };
  await measured(`${name}, taken in by ${account}`, () => call(account, configurationBundle.apply, { body }));
}

async function sheets(): Promise<void> {
  const steps = await made.sheetOfSteps(100, 50);
  await sheet('5,000 steps', 'xiaohan', stepSheet, steps);
  await sheet('one process of 400 steps', 'xiaohan', stepSheet, await made.sheetOfSteps(1, 400));
  await sheet('5,000 organisations', 'tianye', organisationSheet, await made.sheetOfOrganisations(5_000));
}

const large: Partial<Record<BundlePart, number>> = {
  organisations: 4_900,
  posts: 5_000,
  groups: 5_000,
  halls: 2_000,
  windows: 5_000,
  roles: 500,
  forms: 500,
  processes: 500,
  items: 500,
  documents: 500,
};

async function largest(): Promise<string> {
  const { file } = await call<{ file: string }>('tianye', configurationBundle.take);
  const whole = await made.largePackage(file, large);
  const texts = Object.values(filesOfPackage(whole)).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const size = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  say(`the package has ${size(whole.length * 0.75)}, unpacked ${size(texts)}`);
  return whole;
}

async function packages(): Promise<void> {
  const whole = await largest();
  for (const account of ['tianye', 'dongmei', 'xiaohan']) await takenIn('large package', account, whole);
  await measured('large package, taken out', () => call('tianye', configurationBundle.take));
}

async function memory(): Promise<void> {
  const whole = await largest();
  const idle = megabytes('VmRSS');
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const account of ['tianye', 'dongmei', 'xiaohan']) await takenIn(`round ${round}`, account, whole);
  say(
    `memory: ${idle} MB idle, ${megabytes('VmHWM')} MB at most since the start, ${megabytes('VmRSS')} MB afterwards`,
  );
}

async function hard(): Promise<void> {
  const { file } = await call<{ file: string }>('tianye', configurationBundle.take, {
    query: '?parts=processes',
  });
  const many = await made.hardPackage(file, 12);
  let isOver = false;
  const whole = measured('twelve hard processes, look', () =>
    call<InspectedFile>('xiaohan', configurationBundle.preview, {
      body: { file: many, parts: ['processes'] },
    }),
  ).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  const xml = made.easyProcess();
  while (!isOver) {
    const began = performance.now();
    await call('xiaohan', processes.lint, { body: { xml } });
    waits.push(performance.now() - began);
  }
  const { problems } = await whole;
  say(
    `somebody else’s checks of a process meanwhile: ${waits.length}, the longest ${Math.round(Math.max(...waits))} ms`,
  );
  say(`what is told: ${JSON.stringify(problems.slice(-3))}`);
}

try {
  say(`idle: RSS ${megabytes('VmRSS')} MB`);
  const cases = { sheets, packages, hard, memory };
  for (const name of selectedCases) await cases[name as keyof typeof cases]();
} finally {
  await portal.stop();
}
