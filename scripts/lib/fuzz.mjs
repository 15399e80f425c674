import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { inProject, Trouble } from './project.mjs';
import { runNode } from './run-node.mjs';

/** `npm run fuzz -- --requests 50000 [--seed N] [--call handle] [--verbose]`: another world and other requests for each seed. */
export async function runFuzz(args) {
  const env = readFuzzOptions(args);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  return await runNode([vitest, 'run', '--project', 'calls', 'test/fuzz/fuzz.test.ts'], { env });
}

/** The options as the environment that the fuzz test reads; a seed is drawn where none is named. */
export function readFuzzOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '50000' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      call: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
    },
  });
  for (const name of ['requests', 'seed']) {
    if (!/^\d{1,9}$|^[12]\d{9}$/.test(values[name])) {
      throw new Trouble(`--${name} 须是一个整数`, `--${name} takes a whole number`);
    }
  }
  return {
    FUZZ_REQUESTS: values.requests,
    FUZZ_SEED: values.seed,
    FUZZ_CALL: values.call,
    FUZZ_VERBOSE: values.verbose ? '1' : '0',
  };
}
