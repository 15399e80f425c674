import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '#test/workflow-model/invariants.ts';
import { createAddresseeLookup } from '#test/workflow-model/people.ts';
import { Story } from '#test/workflow-model/story.ts';
import { manualGatewayAfter } from '../decision/gateways.ts';
import type { ProcessDefinition } from '../model/model.ts';
import { variablesOf } from '../state/effects.ts';
import stored from './orders-of-schema-1.json' with { type: 'json' };
import { currentEvents, foldStored } from './stored-events.ts';

interface OldOrder {
  name: string;
  definition: string;
  events: { type: string }[];
  state: Record<string, unknown> & { tasks: Record<string, unknown>[] };
}

const definitions = stored.definitions as unknown as Record<string, ProcessDefinition>;
const orders = stored.orders as unknown as OldOrder[];

function definitionOf(order: OldOrder): ProcessDefinition {
  const definition = definitions[order.definition];
  if (!definition) throw new Error(`No definition ${order.definition}`);
  return definition;
}

describe.each(orders)('order stored with schema 1: $name', (order) => {
  const rows = [{ schema: 1, events: order.events }];
  const definition = definitionOf(order);

  test('has the same state as before', () => {
    const state = foldStored(rows);
    const { tokens, firings, rollbacks, ended, version } = order.state;
    expect(state).toMatchObject({ tokens, firings, rollbacks, ended, version });
    expect(state.tasks).toMatchObject(order.state.tasks);
    expect(variablesOf(state)).toEqual(order.state.variables);
    expect(brokenInvariants(state, definition, currentEvents(rows))).toEqual([]);
  });

  test('can be continued to its end', () => {
    const story = new Story(definition, { addressee: createAddresseeLookup((key) => key !== 'role:nobody') });
    story.state = foldStored(rows);
    story.events.push(...currentEvents(rows));
    for (let step = 0; step < 40 && story.order.ended === null; step++)
      expect(continueOrder(story)).toBeNull();
    expect(story.order.ended).not.toBeNull();
  });
});

/** Completes the first open task, taking the first branch if one must be chosen. */
function continueOrder(story: Story) {
  const [nodeId = ''] = story.open;
  const node = story.definition.nodes[nodeId];
  if (node?.kind !== 'userTask') return story.resubmit();
  const gateway = manualGatewayAfter(story.definition, node);
  const flow = gateway && story.definition.flows[gateway.outgoing[0] ?? ''];
  if (flow) return story.choose(nodeId, [flow.targetId]);
  const button = node.buttons.findLast(({ code }) => code === '1');
  return story.handle(nodeId, { buttonId: button?.id ?? '' });
}

test('events of an unknown schema cause an error', () => {
  expect(() => currentEvents([{ schema: -1, events: [{ type: 'started' }] }])).toThrow('schema 0');
});
