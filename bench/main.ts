import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { accessLogCase } from './cases/access-log.ts';
import { askingCases } from './cases/asking.ts';
import { changeNotificationsCase } from './cases/change-notifications.ts';
import { dashboardCase } from './cases/dashboard.ts';
import { measureCore } from './cases/decision.ts';
import { detailCases } from './cases/detail.ts';
import { measureDocuments } from './cases/documents.ts';
import { exportCase } from './cases/export.ts';
import { filesCases } from './cases/files.ts';
import { openFirstPage } from './cases/first-page.ts';
import { flowableCase } from './cases/flowable.ts';
import { openForms } from './cases/forms.ts';
import { handleCase } from './cases/handle.ts';
import { initiateCase } from './cases/initiate.ts';
import { openListTable } from './cases/list-table.ts';
import { weighPages } from './cases/page-weight.ts';
import { pickerCase } from './cases/picker.ts';
import { queryCase } from './cases/query.ts';
import { openScreens } from './cases/screens.ts';
import { sharedCommitsCase } from './cases/shared-commits.ts';
import { similarCase } from './cases/similar.ts';
import { todoCase } from './cases/todo.ts';
import { warningsCase } from './cases/warnings.ts';
import { worstListsCase } from './cases/worst-lists.ts';
import { limitTool } from './limits/limit.ts';
import { LoadGenerator } from './load/load.ts';
import type { Bench, Benchmark } from './measuring/case.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { type ChildServer, startChild } from './processes/child.ts';
import { coreRows, documentRows, type ResultRow, rowsOf, tableText, weightRow } from './report/table.ts';
import { measureRounds } from './rounds.ts';
import { signIn } from './sign-in.ts';
import { accounts } from './world/people.ts';
import { type PreparedDatabase, prepareWorld } from './world/prepare.ts';
import type { World } from './world/world.ts';

const root = join(import.meta.dirname, '..');
const dataDir = resolve(root, 'data', 'bench');
const startTime = performance.now();

function print(text: string): void {
  const seconds = Math.round((performance.now() - startTime) / 1000);
  console.log(
    `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}  ${text}`,
  );
}

/** Builders of the cases, in the order of every round: cases that only read come before those that write. */
const builders: Record<string, (bench: Bench) => Promise<Benchmark[]>> = {
  todo: async (bench) => [await todoCase(bench)],
  'worst-lists': async (bench) => [await worstListsCase(bench)],
  detail: detailCases,
  export: async (bench) => [await exportCase(bench)],
  dashboard: async (bench) => [await dashboardCase(bench)],
  handle: async (bench) => [await handleCase(bench)],
  initiate: async (bench) => [await initiateCase(bench)],
  asking: askingCases,
  picker: async (bench) => [await pickerCase(bench)],
  query: async (bench) => [await queryCase(bench)],
  similar: async (bench) => [await similarCase(bench)],
  files: filesCases,
  notifications: async (bench) => [await changeNotificationsCase(bench)],
  'access-log': async (bench) => [await accessLogCase(bench)],
  'shared-commits': async (bench) => [await sharedCommitsCase(bench)],
  warnings: async (bench) => [await warningsCase(bench)],
  flowable: flowableCase,
};

/**
 * These cases run only if they are named: two add many people to the office, which would affect every other
 * case; one creates indexes for minutes; one writes to the disk; the others handle orders that other cases need,
 * and Flowable is built first.
 */
const optionalCases = [
  'picker',
  'notifications',
  'query',
  'similar',
  'files',
  'access-log',
  'shared-commits',
  'warnings',
  'flowable',
];

interface Measurement {
  rows: ResultRow[];
  raw: unknown;
  /** Checks that failed after the last round; if there are any, the figures are invalid. */
  failedChecks: string[];
}

async function finishAll(cases: readonly Benchmark[]): Promise<string[]> {
  const failedChecks: string[] = [];
  for (const { name, finish } of cases) {
    await finish?.().catch((error: Error) => failedChecks.push(`${name}: ${error.message}`));
  }
  return failedChecks;
}

async function measure(world: World, options: BenchOptions): Promise<Measurement> {
  const load = await LoadGenerator.start();
  let portal: ChildServer | undefined;
  try {
    portal = await startChild(join(import.meta.dirname, 'processes', 'portal.ts'), world);
    const people = [...Object.values(accounts), 'wangfang'];
    const tokens = await signIn(portal.port, people);
    const { orders, rounds, seconds, only } = options;
    const selected = Object.entries(builders).filter(([name]) =>
      only.length > 0 ? only.includes(name) : !optionalCases.includes(name),
    );
    const names = selected.map(([name]) => name);
    const bench: Bench = { world, load, portal, orders, rounds, seconds, names, tokens };
    const cases: Benchmark[] = [];
    for (const [name, build] of selected) {
      print(`checking and preparing ${name}`);
      cases.push(...(await build(bench)));
    }
    const roundsOfCases = await measureRounds(cases, options, print);
    const failedChecks = await finishAll(cases);
    for (const { name, notes } of cases) for (const note of notes ?? []) print(`${name}: ${note}`);
    return {
      rows: cases.flatMap((benchmark) => rowsOf(benchmark, roundsOfCases.figures[benchmark.name] ?? {})),
      raw: {
        ...roundsOfCases,
        notes: cases.map(({ name, notes }) => ({ name, notes })),
        broken: failedChecks,
      },
      failedChecks,
    };
  } finally {
    await portal?.stop();
    load.stop();
  }
}

async function weighWeb(options: BenchOptions): Promise<ResultRow[]> {
  if (options.only.length > 0 && !options.only.includes('page-weight')) return [];
  const weights = await weighPages(join(root, 'dist', 'web'));
  if (!weights) print('page-weight: the web app is not built, so it is not weighed');
  return (weights ?? []).map(weightRow);
}

async function measureOurCore({ only, rounds }: BenchOptions): Promise<ResultRow[]> {
  if (only.length > 0 && !only.includes('core')) return [];
  print('measuring the core by itself');
  return coreRows(await measureCore(rounds));
}

async function measureOurDocuments({ only, rounds }: BenchOptions): Promise<ResultRow[]> {
  if (!only.includes('documents')) return [];
  print('drawing documents');
  return documentRows(await measureDocuments(rounds));
}

/** Cases that only use a browser and load no orders. */
const browserCases: Record<string, (options: BenchOptions) => ReturnType<typeof openScreens>> = {
  table: ({ browser }) => openListTable(browser),
  forms: ({ browser }) => openForms(browser),
  screens: ({ demo, browser }) => openScreens(demo, browser),
  'first-page': ({ demo, browser }) => openFirstPage(demo, browser),
};

async function measureInBrowser(options: BenchOptions): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (const [name, open] of Object.entries(browserCases)) {
    if (!options.only.includes(name)) continue;
    const { cases, close } = await open(options);
    try {
      const { figures } = await measureRounds(cases, options, print);
      rows.push(...cases.flatMap((benchmark) => rowsOf(benchmark, figures[benchmark.name] ?? {})));
    } finally {
      await close();
    }
  }
  return rows;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const unknown = options.only.filter(
    (name) =>
      !['page-weight', 'core', 'documents'].includes(name) && !(name in builders) && !(name in browserCases),
  );
  if (unknown.length > 0) throw new Error(`Unknown case: ${unknown.join(', ')}`);
  print(
    `limit by ${limitTool}; ${cpus().length} CPUs (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
  );
  const weights = await weighWeb(options);
  const core = await measureOurCore(options);
  const documents = await measureOurDocuments(options);
  const screens = await measureInBrowser(options);
  let prepared: PreparedDatabase | undefined;
  let result: Measurement = { rows: [], raw: undefined, failedChecks: [] };
  if (options.only.length === 0 || options.only.some((name) => name in builders)) {
    const preparation = await prepareWorld(dataDir, options, print);
    prepared = preparation.prepared;
    try {
      result = await measure(preparation.world, options);
    } finally {
      await preparation.world.close();
    }
  }
  const rows = [...result.rows, ...core, ...documents, ...screens, ...weights];
  console.log(`\n${tableText(rows)}\n`);
  const report = { at: new Date(), options, prepared, limitTool, rows, measured: result.raw };
  if (!options.keep) await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'result.json'), `${JSON.stringify(report, null, 2)}\n`);
  print(`written to data/bench/result.json (${(await stat(join(dataDir, 'result.json'))).size} bytes)`);
  if (result.failedChecks.length > 0)
    throw new Error(`These figures are not valid: ${result.failedChecks.join('; ')}`);
}

await main();
