/**
 * `npm run model`: compares the core with the oracle for the given number of steps, then concurrent edits of one form
 * for a twentieth of that number, and walks an order with side records for every forty steps; or (`--mutants`) checks that it finds planted errors.
 */

import { readCommand } from '#scripts/lib/options.mjs';
import { explore } from '#test/workflow-model/explore.ts';
import { exploreRecords } from '#test/workflow-model/records/record-walk.ts';
import { exploreForms } from './forms/explore-forms.ts';
import { mutants } from './mutants.ts';
import { tryMutant } from './try-mutant.ts';

/** Steps until a mutant counts as not found. */
const mutantSteps = 60_000;

const { values } = readCommand('model', process.argv.slice(2));

if (values.mutants) await tryMutants();
else {
  const { steps = 400_000, seed = Date.now() % 1_000_000 } = values;
  walk(steps, seed);
  walkForms(Math.ceil(steps / 20), seed);
  walkRecords(Math.ceil(steps / 40), seed);
}

function walk(steps: number, seed: number): void {
  const startedAt = Date.now();
  console.log(`Comparison of the core with the oracle: ${steps} steps from seed ${seed}.`);
  const found = explore(seed, steps, { maxFailures: 3 });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${found.steps} steps of ${found.orders} orders on ${found.nets} nets in ${seconds} s`);
  console.log(`done: ${formatCounts(found.done)}`);
  console.log(`tried: ${formatCounts(found.tried)}`);
  for (const failure of found.failures) console.log(`\n${failure}`);
  if (found.failures.length > 0) process.exitCode = 1;
}

function walkForms(steps: number, seed: number): void {
  const startedAt = Date.now();
  const found = exploreForms(seed, steps);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `One form in parallel branches: ${found.steps} steps of ${found.orders} orders in ${seconds} s`,
  );
  console.log(`seen: ${formatCounts(found.seen)}`);
  for (const failure of found.failures) console.log(`\n${failure}`);
  if (found.failures.length > 0) process.exitCode = 1;
}

function walkRecords(orders: number, seed: number): void {
  const startedAt = Date.now();
  const found = exploreRecords(seed, orders, { maxFailures: 3 });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`Side records: ${found.steps} steps of ${found.orders} orders in ${seconds} s`);
  console.log(`done: ${formatCounts(found.done)}`);
  for (const failure of found.failures) console.log(`\n${failure}`);
  if (found.failures.length > 0) process.exitCode = 1;
}

/** Checks that every mutant is found, and that none is reported without a mutant. */
async function tryMutants(): Promise<void> {
  const baseline = explore(1, mutantSteps);
  console.log(`${baseline.failures.length === 0 ? '✓ no error' : '✗ errors'} in a core without a mutant`);
  for (const failure of baseline.failures) console.log(`\n${failure}`);
  if (baseline.failures.length > 0) process.exitCode = 1;
  for (const mutant of mutants) {
    const steps = await tryMutant(mutant, 1, mutantSteps);
    console.log(`${steps === null ? '✗ not found' : `✓ after ${steps} steps`}: ${mutant.name}`);
    if (steps === null) process.exitCode = 1;
  }
}

/** Formats counters as one line. */
function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
