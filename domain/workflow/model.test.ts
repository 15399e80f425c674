import { describe, expect, test } from 'vitest';
import type { Command } from './actions/registry.ts';
import { lintDefinition } from './lint.ts';
import { sampleDefinitions, sampleWorld } from './model-test/samples.ts';
import { walkOrder } from './model-test/walk.ts';

const ordersPerDefinition = 40;
const stepsPerOrder = 40;
/** MODEL_SEED walks other ways; the failure message says which seed broke. */
const firstSeed = Number(process.env.MODEL_SEED ?? 1);

describe('random people doing random things never break an order', () => {
  const total = { steps: 0, refused: 0 };
  const done = new Map<Command['action'], number>();

  for (const definition of sampleDefinitions) {
    test(definition.key, () => {
      const world = sampleWorld(definition);
      expect(lintDefinition(definition), 'the definition itself is sound').toEqual([]);
      for (let seed = firstSeed; seed < firstSeed + ordersPerDefinition; seed++) {
        const walk = walkOrder(world, seed, stepsPerOrder);
        if (walk.failure !== null) throw new Error(walk.failure);
        total.steps += walk.steps;
        total.refused += walk.refused;
        for (const [action, times] of Object.entries(walk.done)) {
          const key = action as Command['action'];
          done.set(key, (done.get(key) ?? 0) + times);
        }
      }
    });
  }

  test('the walks are long and reach every action', () => {
    expect(total.steps).toBeGreaterThan(2000);
    expect(total.refused).toBeGreaterThan(50);
    for (const action of [
      'handle',
      'forward',
      'chooseBranch',
      'return',
      'resubmit',
      'withdraw',
      'recall',
      'terminate',
      'void',
    ] as const) {
      expect(done.get(action) ?? 0, action).toBeGreaterThan(3);
    }
  });
});
