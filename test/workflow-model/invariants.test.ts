import { describe, expect, test } from 'vitest';
import type { OrderState, Token } from '#domain/workflow/model/model.ts';
import { brokenInvariants } from './invariants.ts';
import { parallel } from './samples.ts';
import { Story } from './story.ts';

/** The order is at `a2`, with branch b done and waiting at the join. */
function sound(): Story {
  return new Story(parallel).reach('p', 'a', 'b');
}

function broken(change: (state: OrderState) => Partial<OrderState>): string {
  const { order } = sound();
  return brokenInvariants({ ...order, ...change(order) }, parallel).join('\n');
}

function withTokens(state: OrderState, change: (token: Token) => Partial<Token>): Partial<OrderState> {
  return { tokens: state.tokens.map((token) => ({ ...token, ...change(token) })) };
}

describe('the invariant check of an order', () => {
  test('reports nothing for a valid order', () => {
    const story = sound();
    expect(brokenInvariants(story.order, parallel, story.events)).toEqual([]);
  });

  test('reports a rewind that does not free the other branch at the join', () => {
    const lost = broken((state) =>
      withTokens(state, ({ nodeId }) => (nodeId === 'join' ? { dead: true } : {})),
    );
    expect(lost).toContain('the flow itself can come to a2');
  });

  test('reports a rewind that leaves the task of a dead token open', () => {
    const lost = broken((state) =>
      withTokens(state, ({ nodeId }) => (nodeId === 'a2' ? { dead: true } : {})),
    );
    expect(lost).toContain('has its token waiting at a2');
  });

  test('reports a second token of one branch at a join', () => {
    const twice = broken((state) => {
      const token = state.tokens.find(({ nodeId }) => nodeId === 'join');
      return { tokens: [...state.tokens, { ...(token as Token), id: state.tokens.length + 1 }] };
    });
    expect(twice).toContain('one token at most waits at join');
  });

  test('reports an open order without an open task', () => {
    const silent = broken((state) => ({
      tasks: state.tasks.map((task) => ({ ...task, outcome: task.outcome ?? 'closedByReturn' })),
    }));
    expect(silent).toContain('an order has an open task exactly while it has not ended');
  });

  test('reports a state that differs from its events', () => {
    const story = sound();
    const changed = { ...story.order, resultCode: 1002 };
    expect(brokenInvariants(changed, parallel, story.events)).toContain('the events fold to the state');
  });
});
