import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensureSignatureCheckers } from './lib/browser.mjs';
import { runChecks } from './lib/checks.mjs';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  readReport,
  sumOf,
  withExitCode,
} from './lib/counts.mjs';
import { findFreePort } from './lib/free-port.mjs';
import { readCommand } from './lib/options.mjs';
import { ensureInstalled, ensureWeb } from './lib/prepare.mjs';
import { copyOffice, prepareOffice } from './lib/prepared-office.mjs';
import { inProject, main, UserError } from './lib/project.mjs';
import { runNode } from './lib/run-node.mjs';
import { shardsOf, vitestRunsOf } from './lib/shards.mjs';
import { moveClock, readMoment } from './lib/test-clock.mjs';

// npm test                       everything but the journeys that are not of every day
// npm test -- rules calls       some parts; `journeys` are all of them, `daily` those of every day
// npm test -- calls server/kernel/http a part, narrowed to files
const parts = ['check', 'rules', 'calls', 'widgets', 'journeys', 'daily'];
const usualParts = parts.filter((part) => part !== (process.env.LONG_TESTS === '1' ? 'daily' : 'journeys'));

// A stop signal ends the part that runs; without this the next one would begin.
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isStopped = true));

main(async () => {
  const args = process.argv.slice(2);
  readCommand('test', args);
  const chosen = parts.filter((part) => args.includes(part));
  const narrowing = args.filter((argument) => !parts.includes(argument));
  if (chosen.length === 0 && narrowing.length > 0) {
    throw new UserError(
      `请先写要运行的部分：${parts.join('、')}，例如 npm test -- calls server/kernel/http`,
      `Write the part of the tests first: ${parts.join(', ')}; for example npm test -- calls server/kernel/http`,
    );
  }
  const selectedParts = new Set(chosen.length > 0 ? chosen : usualParts);
  await ensureInstalled();
  // Checked first, so that a missing browser is not reported only after ten minutes of tests.
  const journeys = ['journeys', 'daily'].find((part) => selectedParts.has(part));
  const browser = journeys === undefined ? undefined : ensureBrowser();
  if (selectedParts.has('calls')) ensureSignatureCheckers();
  rmSync(inProject('test-results'), { recursive: true, force: true });
  const moment = readMoment(process.env);
  const clock = moment === undefined ? {} : moveClock(moment, inProject('test-results', 'clock'));
  if (moment)
    console.log(`测试时钟设为北京时间 ${moment}。 The clock of the tests is set to ${moment} in Beijing.`);

  const counts = [];
  const projects = ['rules', 'calls', 'widgets'].filter((part) => selectedParts.has(part));
  const runs = vitestRunsOf(projects, narrowing.length > 0, availableParallelism(), totalmem());
  // Started first, in parallel to the checks as well: these tests mostly wait and leave the cores to the others.
  const waiting = runs
    .filter(({ name }) => name === 'waiting')
    .map((run) => runVitest(run, narrowing, clock));
  if (selectedParts.has('check') && !isStopped) {
    const failed = await runChecks();
    counts.push({
      passed: 0,
      failed,
      failures: failed > 0 ? ['check: see the start of this output'] : [],
    });
  }
  for (const run of projects.length > 0 ? runs.filter(({ name }) => name !== 'waiting') : [])
    if (!isStopped) counts.push(await runVitest(run, narrowing, clock));
  counts.push(...(await Promise.all(waiting)));
  if (browser && !isStopped) counts.push(await runJourneys({ browser, set: journeys }, narrowing, clock));

  const { passed, failed, failures } = sumOf(counts);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.slice(0, 40).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && !isStopped ? 0 : 1;
});

async function runVitest({ name, projects }, narrowing, clock) {
  const report = inProject('test-results', name === 'waiting' ? 'vitest-waiting.json' : 'vitest.json');
  const args = [
    // Tests create many short-lived objects: with a larger young generation they need a tenth less processor time.
    '--max-semi-space-size=64',
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...narrowing,
  ];
  const code = await runNode(args, { env: clock, label: name });
  const result = readReport(report);
  return { ...withExitCode(countVitest(result), code), failures: failuresOfVitest(result) };
}

/**
 * Runs the journeys. A browser and a portal wait for each other half of their time, so two pairs fit on two
 * cores (0165). If only some journeys are run, they run one after the other with one portal.
 */
async function runJourneys({ browser, set }, narrowing, clock) {
  const shards =
    narrowing.length > 0 ? [undefined] : shardsOf(process.env, availableParallelism(), totalmem());
  const office = shards.length > 1 ? mkdtempSync(join(tmpdir(), 'banjian-journeys-')) : undefined;
  try {
    await Promise.all([ensureWeb(), office && prepareOffice(office, clock)]);
    const start = (shard) => runShard({ browser, set, shard, office }, narrowing, clock);
    return sumOf(await Promise.all(shards.map(start)));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1 };
  } finally {
    if (office) rmSync(office, { recursive: true, force: true });
  }
}

async function runShard({ browser, set, shard, office }, narrowing, clock) {
  const dataDir = mkdtempSync(join(tmpdir(), 'banjian-journeys-'));
  const report = inProject('test-results', shard ? `playwright-${shard}.json` : 'playwright.json');
  try {
    if (office) await copyOffice(office, dataDir);
    const env = {
      ...clock,
      BROWSER_PATH: browser,
      JOURNEY_PORT: String(await findFreePort()),
      JOURNEY_FORM_PORT: String(await findFreePort()),
      JOURNEY_DATA_DIR: dataDir,
      JOURNEY_REPORT: report,
      ...(shard && { JOURNEY_SHARD: shard }),
      ...(set === 'daily' && { JOURNEY_SET: set }),
    };
    const playwright = inProject('node_modules', '@playwright', 'test', 'cli.js');
    const code = await runNode([playwright, 'test', ...narrowing], { env, label: shard });
    const result = readReport(report);
    return { ...withExitCode(countPlaywright(result), code), failures: failuresOfPlaywright(result) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
