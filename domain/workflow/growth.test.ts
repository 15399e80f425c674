import { expect, test } from 'vitest';
import { isRefusal } from '../refusals/refusals.ts';
import { applyTo, fold, ownCopy } from './apply.ts';
import { decide } from './decide.ts';
import type { OrderState } from './model.ts';
import { longOrder, nextStep } from './model-test/long-order.ts';

/** How often the next decision reads something of the tokens, firings and tasks that the order has behind it. */
function readsOfNextDecision(visits: number): number {
  const { state } = longOrder(visits);
  let reads = 0;
  const watched = <Item extends object>(items: readonly Item[]) =>
    items.map(
      (item) =>
        new Proxy(item, {
          get(target, key) {
            reads++;
            return Reflect.get(target, key);
          },
        }),
    );
  const order: OrderState = {
    ...state,
    tokens: watched(state.tokens),
    firings: watched(state.firings),
    tasks: watched(state.tasks),
  };
  const { command, context } = nextStep(order);
  reads = 0;
  expect(isRefusal(decide(order, command, context))).toBe(false);
  return reads;
}

test('a decision looks at each thing of a long order a few times at most, however long it is', () => {
  // One round of the order has nine visits, so that the same step is compared.
  const [short, long] = [readsOfNextDecision(9 * 20), readsOfNextDecision(9 * 80)];
  expect(short).toBeGreaterThan(0);
  expect(long / short).toBeLessThan(4.5);
});

test('folding grows the lists in place and leaves the events as they were', () => {
  const { state, events } = longOrder(40);
  const own = ownCopy(state);
  const lists = { ...own };
  const before = JSON.stringify(events);
  const { command, context } = nextStep(state);
  const more = decide(state, command, context);
  if (isRefusal(more)) throw new Error(more.refused);
  for (const event of more) applyTo(own, event);
  expect(own.tokens).toBe(lists.tokens);
  expect(own.tasks).toBe(lists.tasks);
  expect(own).toEqual(fold([...events, ...more]));
  expect(JSON.stringify(events)).toBe(before);
});
