/** `npm run model`: the core against the oracle, for as many steps as asked. */
import { parseArgs } from 'node:util';
import { explore } from '#domain/workflow/model-test/explore.ts';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '400000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const began = Date.now();
const steps = Number(values.steps);
console.log(`The core against the oracle: ${steps} steps from seed ${values.seed}.`);
const found = explore(Number(values.seed), steps, 3);
const seconds = ((Date.now() - began) / 1000).toFixed(1);
console.log(`${found.steps} steps of ${found.orders} orders on ${found.nets} nets in ${seconds} s`);
console.log(`done: ${told(found.done)}`);
console.log(`tried: ${told(found.tried)}`);
for (const failure of found.failures) console.log(`\n${failure}`);
process.exitCode = found.failures.length > 0 ? 1 : 0;

function told(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
