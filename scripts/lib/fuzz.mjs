import { randomInt } from 'node:crypto';
import { readCommand } from './options.mjs';
import { inProject } from './project.mjs';
import { runNode } from './run-node.mjs';

/**
 * `npm run fuzz -- --requests 50000 [--seed N] [--call handle] [--verbose]`: each seed gives other data and
 * other requests.
 */
export async function runFuzz(args) {
  const env = readFuzzOptions(args);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  return await runNode([vitest, 'run', '--project', 'calls', 'test/fuzz/fuzz.test.ts'], { env });
}

/** Returns the options as environment variables for the fuzz test; chooses a random seed if none is given. */
export function readFuzzOptions(args) {
  const {
    requests = 50_000,
    seed = randomInt(2 ** 31),
    call = '',
    verbose,
  } = readCommand('fuzz', args).values;
  return {
    FUZZ_REQUESTS: String(requests),
    FUZZ_SEED: String(seed),
    FUZZ_CALL: call,
    FUZZ_VERBOSE: verbose ? '1' : '0',
  };
}
