import { describe, expect, test } from 'vitest';
import { explore } from '#test/workflow-model/explore.ts';

/** MODEL_SEED selects other nets; a failure reports the seed of its net. `npm run model` runs longer. */
const firstSeed = Number(process.env.MODEL_SEED ?? 1);

describe('random actions in random processes', () => {
  const result = explore(firstSeed, 5000);

  test('give the same results as the oracle', () => {
    expect(result.failures.join('\n\n')).toBe('');
    expect(result.steps).toBeGreaterThanOrEqual(5000);
    expect(result.nets).toBeGreaterThan(10);
  });

  test.each([
    ...['handle', 'forward', 'choose', 'return', 'resubmit', 'withdraw', 'recall', 'terminate', 'void'],
    ...['reassign', 'countersign', 'answer', 'delegate', 'addSigners', 'sign', 'removeSigner'],
  ])('include at least three executed actions of type %s', (step) => {
    expect(result.done[step] ?? 0).toBeGreaterThan(2);
  });
});
