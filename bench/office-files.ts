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
import { filesOfBundle } from '#test/world/foreign-bundle.ts';
import { startPortal } from '#test/world/portal-process.ts';
import type { EventLoopReport } from './processes/event-loop-monitor.ts';
import { signIn } from './sign-in.ts';
import * as fixtures from './world/office-files.ts';
import { benchCaptcha } from './world/world.ts';

/**
 * Measures the preview and the import of an office's largest spreadsheets and bundles: the longest time for
 * which the event loop was blocked (goal: 50 ms of its own processor time), and the largest memory of the
 * server (Linux). See docs/performance.md. `node bench/office-files.ts [--only sheets,bundles,memory,hard]`
 */

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8989' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: 'sheets,bundles,hard,memory' },
  },
});
// Two runs at the same time use different folders by their ports.
const folder = resolve(import.meta.dirname, '..', 'data', `bench-office-files-${values.port}`);
const selectedCases = values.only.split(',');
const print = (text: string) => console.log(text);
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
if (portal.address === undefined) throw new Error(portal.output());
const tokens = await signIn(Number(values.port), ['tianye', 'xiaohan', 'dongmei']);
const loopPort = readFileSync(watchFile, 'utf8');
const { pid } = portal;

const megabytes = (name: string) =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  );
async function readReport(): Promise<EventLoopReport> {
  return (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as EventLoopReport;
}

async function call<Answer>(
  account: string,
  endpoint: Endpoint,
  request: { body?: unknown; query?: string } = {},
) {
  const answer = await fetch(`${base}${endpoint.path}${request.query ?? ''}`, {
    method: endpoint.method,
    headers: {
      'x-access-token': tokens[account] ?? '',
      'idempotency-key': randomUUID(),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const body = (await answer.json()) as { errcode: number; data: Answer; problems?: unknown[] };
  if (body.errcode !== 0) throw new Error(JSON.stringify({ ...body, problems: body.problems?.slice(0, 5) }));
  return body.data;
}

async function measureCase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  await readReport();
  const startTime = performance.now();
  try {
    return await work();
  } finally {
    const elapsedMs = performance.now() - startTime;
    const { longestMs, over50, threadMs, processMs, heapUsed, heapTotal, external } = await readReport();
    const ms = (number: number) => `${Math.round(number)} ms`;
    print(
      `${name}: ${ms(elapsedMs)} by the clock, ${ms(processMs)} of processor, ${ms(threadMs)} of it the event loop’s; ` +
        `longest turn ${ms(longestMs)}, ${over50} above 50 ms; RSS ${megabytes('VmRSS')} MB, ` +
        `of it the event loop’s heap ${heapTotal} MB (${heapUsed} in use) and ${external} MB outside it`,
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
  exportRows: Endpoint;
}

async function measureSheet(
  name: string,
  account: string,
  { preview, apply, exportRows }: SheetCalls,
  file: string,
) {
  const inspect = () => call<InspectedFile>(account, preview, { body: { file } });
  const { digest, wrong, problems } = await measureCase(`${name}, preview`, inspect);
  if (wrong > 0) throw new Error(JSON.stringify(problems.slice(0, 5)));
  await measureCase(`${name}, import`, () => call(account, apply, { body: { file, digest } }));
  await measureCase(`${name}, preview of existing data`, inspect);
  await measureCase(`${name}, export`, () => call(account, exportRows));
}

async function importBundle(name: string, account: string, file: string) {
  const inspect = () => call<InspectedFile>(account, configurationBundle.preview, { body: { file } });
  const inspected = await measureCase(`${name}, preview of ${account}`, inspect);
  if (inspected.wrong > 0) throw new Error(JSON.stringify(inspected.problems.slice(0, 5)));
  const parts = inspected.parts.filter(({ allowed }) => allowed).map(({ part }) => part);
  const body = { file, parts, digest: inspected.digest, signer: inspected.source.signer };
  await measureCase(`${name}, import by ${account}`, () =>
    call(account, configurationBundle.apply, { body }),
  );
}

async function measureSheets(): Promise<void> {
  const steps = await fixtures.sheetOfSteps(100, 50);
  await measureSheet('5,000 steps', 'xiaohan', stepSheet, steps);
  await measureSheet('one process of 400 steps', 'xiaohan', stepSheet, await fixtures.sheetOfSteps(1, 400));
  await measureSheet(
    '5,000 organisations',
    'tianye',
    organisationSheet,
    await fixtures.sheetOfOrganisations(5_000),
  );
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

async function buildLargestBundle(): Promise<string> {
  const { file } = await call<{ file: string }>('tianye', configurationBundle.exportBundle);
  const whole = await fixtures.largeBundle(file, large);
  const texts = Object.values(filesOfBundle(whole)).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const size = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  print(`the bundle has ${size(whole.length * 0.75)}, unpacked ${size(texts)}`);
  return whole;
}

async function measureBundles(): Promise<void> {
  const whole = await buildLargestBundle();
  for (const account of ['tianye', 'dongmei', 'xiaohan']) await importBundle('large bundle', account, whole);
  await measureCase('large bundle, export', () => call('tianye', configurationBundle.exportBundle));
}

async function measureMemory(): Promise<void> {
  const whole = await buildLargestBundle();
  const idle = megabytes('VmRSS');
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const account of ['tianye', 'dongmei', 'xiaohan'])
      await importBundle(`round ${round}`, account, whole);
  print(
    `memory: ${idle} MB idle, ${megabytes('VmHWM')} MB at most since the start, ${megabytes('VmRSS')} MB afterwards`,
  );
}

async function measureHardProcesses(): Promise<void> {
  const { file } = await call<{ file: string }>('tianye', configurationBundle.exportBundle, {
    query: '?parts=processes',
  });
  const many = await fixtures.bundleOfHardProcesses(file, 12);
  let isOver = false;
  const whole = measureCase('twelve hard processes, preview', () =>
    call<InspectedFile>('xiaohan', configurationBundle.preview, {
      body: { file: many, parts: ['processes'] },
    }),
  ).finally(() => {
    isOver = true;
  });
  const durations: number[] = [];
  const xml = fixtures.easyProcess();
  while (!isOver) {
    const startTime = performance.now();
    await call('xiaohan', processes.lint, { body: { xml } });
    durations.push(performance.now() - startTime);
  }
  const { problems } = await whole;
  print(
    `checks of a process by another person meanwhile: ${durations.length}, the longest ${Math.round(Math.max(...durations))} ms`,
  );
  print(`reported problems: ${JSON.stringify(problems.slice(-3))}`);
}

try {
  print(`idle: RSS ${megabytes('VmRSS')} MB`);
  const cases = {
    sheets: measureSheets,
    bundles: measureBundles,
    hard: measureHardProcesses,
    memory: measureMemory,
  };
  for (const name of selectedCases) await cases[name as keyof typeof cases]();
} finally {
  await portal.stop();
}
