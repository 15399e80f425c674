import { describe, expect, test } from 'vitest';
import { buildDefinition, choosingButtons } from '#test/workflow-model/definitions.ts';
import { Story } from '#test/workflow-model/story.ts';
import { stageNodes, stagesOf } from './stages.ts';

const choosing = { kind: 'userTask', buttons: choosingButtons } as const;

/** Examined or refused, then handled by one or by two, then signed: the process of a letter. */
const letter = buildDefinition({
  key: '来信',
  variables: { declined: false },
  nodes: {
    start: { kind: 'start' },
    examine: { kind: 'userTask', limit: { amount: 5, unit: 'workingDay' } },
    accepted: { kind: 'exclusive', defaultTo: 'instruct' },
    refused: { kind: 'end' },
    instruct: choosing,
    way: { kind: 'exclusive', manual: true },
    alone: { kind: 'userTask' },
    fork: { kind: 'parallel' },
    lead: { kind: 'userTask' },
    assist: { kind: 'userTask' },
    assistCheck: { kind: 'userTask' },
    join: { kind: 'parallel' },
    sign: { kind: 'userTask' },
    end: { kind: 'end' },
  },
  flows: [
    'start -> examine',
    'examine -> accepted',
    'accepted -> instruct',
    'accepted -> refused | declined = true',
    'instruct -> way',
    'way -> alone',
    'way -> fork',
    'fork -> lead',
    'fork -> assist',
    'assist -> assistCheck',
    'lead -> join',
    'assistCheck -> join',
    'alone -> sign',
    'join -> sign',
    'sign -> end',
  ],
});

/** Returns the stages as `done:start active:examine ahead:alone+lead`. */
function outcome(story: Story): string {
  return stagesOf(story.definition, story.order)
    .map(({ state, nodeIds }) => `${state}:${nodeIds.join('+')}`)
    .join(' ');
}

function opened(): Story {
  const story = new Story(letter);
  story.start();
  return story;
}

describe('stages of an order', () => {
  test('follow the order of the flow, with unchosen branches combined into one', () => {
    expect(outcome(opened())).toBe(
      'done:start active:examine ahead:instruct ahead:alone+lead+assist+assistCheck ahead:sign',
    );
  });

  test('show the chosen branch and its possible next nodes', () => {
    const story = opened();
    story.handle('examine');
    story.choose('instruct', ['fork']);
    expect(outcome(story)).toBe(
      'done:start done:examine done:instruct active:lead active:assist ahead:assistCheck ahead:sign',
    );
    story.handle('assist');
    expect(outcome(story)).toBe(
      'done:start done:examine done:instruct active:lead done:assist active:assistCheck ahead:sign',
    );
  });

  test('leave out a skipped branch', () => {
    const story = opened();
    story.handle('examine');
    story.choose('instruct', ['alone']);
    story.handle('alone');
    expect(outcome(story)).toBe('done:start done:examine done:instruct done:alone active:sign');
  });

  test('are ahead again after a return', () => {
    const story = opened();
    story.handle('examine');
    story.choose('instruct', ['alone']);
    story.return('alone', ['examine']);
    expect(outcome(story)).toBe(
      'done:start active:examine ahead:instruct ahead:alone+lead+assist+assistCheck ahead:sign',
    );
  });

  test('of an ended order are only the visited ones', () => {
    const story = opened();
    story.end('examine', 'terminate', 'terminate');
    expect(outcome(story)).toBe('done:start done:examine');
  });

  test('continue when the flow loops back', () => {
    const loop = buildDefinition({
      key: '复核',
      nodes: {
        start: { kind: 'start' },
        draft: { kind: 'userTask' },
        check: { kind: 'userTask' },
        good: { kind: 'exclusive', defaultTo: 'draft' },
        end: { kind: 'end' },
      },
      flows: ['start -> draft', 'draft -> check', 'check -> good', 'good -> end | true', 'good -> draft'],
    });
    const story = new Story(loop);
    story.start();
    expect(outcome(story)).toBe('done:start active:draft ahead:check');
  });
});

describe('nodes of the stages', () => {
  test('have candidate names and a time limit', () => {
    expect(stageNodes(letter).slice(0, 3)).toEqual([
      { id: 'start', name: 'start', candidateNames: [], limit: '' },
      { id: 'examine', name: 'examine', candidateNames: ['examine'], limit: '5 个工作日' },
      { id: 'instruct', name: 'instruct', candidateNames: ['instruct'], limit: '' },
    ]);
  });
});
