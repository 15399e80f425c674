import { expect, test } from 'vitest';
import { longOrder, loopProcess, nextStep } from '#test/workflow-model/long-order.ts';
import { isRefusal } from '../refusals/refusals.ts';
import { createWithdrawCheck } from './actions/withdraw.ts';
import { decide } from './decide.ts';
import type { OrderState, ProcessDefinition, Task } from './model/model.ts';
import { applyTo, fold, mutableCopy } from './state/apply.ts';
import { descendantTokensOf } from './state/net.ts';
import { hasActivity } from './state/panels.ts';

/** Counts the reads of the items of a list. */
class ReadCounter {
  reads = 0;

  watched<Item extends object>(items: readonly Item[]): Item[] {
    const count = () => {
      this.reads += 1;
    };
    return items.map(
      (item) =>
        new Proxy(item, {
          get(target, key) {
            count();
            return Reflect.get(target, key);
          },
        }),
    );
  }
}

/** Counts the reads of the next decision among the past tokens, firings and tasks of the order. */
function readsOfNextDecision(visits: number): number {
  const { state } = longOrder(visits);
  const counter = new ReadCounter();
  const order: OrderState = {
    ...state,
    tokens: counter.watched(state.tokens),
    firings: counter.watched(state.firings),
    tasks: counter.watched(state.tasks),
  };
  const { command, context } = nextStep(order);
  counter.reads = 0;
  expect(isRefusal(decide(order, command, context))).toBe(false);
  return counter.reads;
}

test('a decision reads each entry of a long order only a few times', () => {
  // One round of the order has nine visits, so that the same step is compared.
  const [short, long] = [readsOfNextDecision(9 * 20), readsOfNextDecision(9 * 80)];
  expect(short).toBeGreaterThan(0);
  expect(long / short).toBeLessThan(4.5);
});

test('folding extends the lists in place and does not change the events', () => {
  const { state, events } = longOrder(40);
  const copy = mutableCopy(state);
  const lists = { ...copy };
  const before = JSON.stringify(events);
  const { command, context } = nextStep(state);
  const newEvents = decide(state, command, context);
  if (isRefusal(newEvents)) throw new Error(newEvents.refused);
  for (const event of newEvents) applyTo(copy, event);
  expect(copy.tokens).toBe(lists.tokens);
  expect(copy.tasks).toBe(lists.tasks);
  expect(copy).toEqual(fold([...events, ...newEvents]));
  expect(JSON.stringify(events)).toBe(before);
});

/** Counts the reads of the order for the query of withdrawals, for the handler of all its visits. */
function readsOfTakingBack(visits: number): number {
  const { state } = longOrder(visits);
  const counter = new ReadCounter();
  const order: OrderState = {
    ...state,
    tokens: counter.watched(state.tokens),
    tasks: counter.watched(state.tasks),
  };
  const mayBeTakenBack = createWithdrawCheck(order, loopProcess);
  order.tasks.filter(mayBeTakenBack);
  return counter.reads;
}

test('the search for withdrawable tasks takes time proportional to the length of the order', () => {
  const [short, long] = [readsOfTakingBack(9 * 80), readsOfTakingBack(9 * 320)];
  expect(short).toBeGreaterThan(0);
  expect(long / short).toBeLessThan(4.5);
});

test('the search for withdrawable tasks gives the same result as a full search of later tasks', () => {
  for (let visits = 1; visits <= 60; visits++) {
    const { state } = longOrder(visits);
    for (const definition of [loopProcess, allTakenBack]) {
      const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id);
      const withdrawable = state.tasks.filter((task) => {
        const token = state.tokens[task.tokenId - 1];
        const node = definition.nodes[task.nodeId];
        if (
          !token ||
          token.usedBy === null ||
          token.dead ||
          task.outcome !== 'handled' ||
          task.kind !== 'main'
        )
          return false;
        if (node?.kind !== 'userTask' || !node.withdrawAllowed) return false;
        if (state.firings[token.usedBy - 1]?.makes.length === 0) return false;
        const descendants = descendantTokensOf(state, definition, [token]);
        descendants.delete(token.id);
        return !hasActivity(state, descendants);
      });
      expect(ids(state.tasks.filter(createWithdrawCheck(state, definition)))).toEqual(ids(withdrawable));
    }
  }
});

const allTakenBack: ProcessDefinition = {
  ...loopProcess,
  nodes: Object.fromEntries(
    Object.entries(loopProcess.nodes).map(([id, node]) => [
      id,
      node.kind === 'userTask' ? { ...node, withdrawAllowed: true } : node,
    ]),
  ),
};
