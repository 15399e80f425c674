/**
 * `npm run model`: compares the core with the oracle for the given number of steps, and people at one form
 * for a twentieth of them; or (`--faults`) checks that it finds planted faults.
 */

import { readCommand } from '#scripts/lib/options.mjs';
import { explore } from '#test/workflow-model/explore.ts';
import { faults } from './faults.ts';
import { exploreForms } from './forms/explore-forms.ts';
import { tryFault } from './try-fault.ts';

/** Steps until a fault counts as not found. */
const faultSteps = 60_000;

const { values } = readCommand('model', process.argv.slice(2));

if (values.faults) await tryFaults();
else {
  const { steps = 400_000, seed = Date.now() % 1_000_000 } = values;
  walk(steps, seed);
  walkForms(Math.ceil(steps / 20), seed);
}

function walk(steps: number, seed: number): void {
  const began = Date.now();
  console.log(`Comparison of the core with the oracle: ${steps} steps from seed ${seed}.`);
  const found = explore(seed, steps, { maxFailures: 3 });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${found.steps} steps of ${found.orders} orders on ${found.nets} nets in ${seconds} s`);
  console.log(`done: ${received(found.done)}`);
  console.log(`tried: ${received(found.tried)}`);
  for (const failure of found.failures) console.log(`\n${failure}`);
  if (found.failures.length > 0) process.exitCode = 1;
}

function walkForms(steps: number, seed: number): void {
  const began = Date.now();
  const found = exploreForms(seed, steps);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(
    `One form in parallel branches: ${found.steps} steps of ${found.orders} orders in ${seconds} s`,
  );
  console.log(`seen: ${received(found.seen)}`);
  for (const failure of found.failures) console.log(`\n${failure}`);
  if (found.failures.length > 0) process.exitCode = 1;
}

/** Checks that every fault is found, and that none is reported without a fault. */
async function tryFaults(): Promise<void> {
  const sound = explore(1, faultSteps);
  console.log(`${sound.failures.length === 0 ? '✓ nothing' : '✗ something'} in a core without a fault`);
  for (const failure of sound.failures) console.log(`\n${failure}`);
  if (sound.failures.length > 0) process.exitCode = 1;
  for (const fault of faults) {
    const steps = await tryFault(fault, 1, faultSteps);
    console.log(`${steps === null ? '✗ not found' : `✓ after ${steps} steps`}: ${fault.name}`);
    if (steps === null) process.exitCode = 1;
  }
}

function received(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
