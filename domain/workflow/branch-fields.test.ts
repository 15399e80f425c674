import { describe, expect, test } from 'vitest';
import { buildDefinition, choosingButtons } from '#test/workflow-model/definitions.ts';
import { contextOf, createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import { Story } from '#test/workflow-model/story.ts';
import { branchesWithFields, leftOutFields, suggestedBranch } from './branch-fields.ts';
import type { DecisionContext } from './model/model.ts';

const from = (name: string) => ({
  kind: 'userTask' as const,
  candidates: [{ kind: 'variable' as const, name }],
});

/** A person chooses one office, one with helpers, or a post; `later` gets the order on every path. */
const choosing = (later: string, kind: 'exclusive' | 'inclusive' = 'exclusive') =>
  buildDefinition({
    key: '承办方式',
    nodes: {
      start: { kind: 'start' },
      instruct: { kind: 'userTask', buttons: choosingButtons },
      way: { kind, manual: true },
      alone: from('letter.lead'),
      fork: { kind: 'parallel' },
      lead: from('letter.lead'),
      help: from('letter.helpers'),
      join: { kind: 'parallel' },
      post: { kind: 'userTask' },
      later: from(later),
      end: { kind: 'end' },
    },
    flows: [
      'start -> instruct',
      'instruct -> way',
      'way -> alone',
      'way -> fork',
      'way -> post',
      'fork -> lead',
      'fork -> help',
      'lead -> join',
      'help -> join',
      'alone -> later',
      'join -> later',
      'post -> later',
      'later -> end',
    ],
  });
const one = choosing('office');

const named = (...ids: string[]) => ids.map((id) => ({ id, name: id }));

/** Returns the choice at `instruct` with these values of the form. */
function choiceWith(letter: object, definition = one, change: Partial<DecisionContext> = {}) {
  const facts = { letter };
  const story = new Story(definition, { facts });
  story.start();
  const task = story.task('instruct');
  const context = contextOf(definition, person('leader', 'instruct'), { facts, ...change });
  const offered = branchesWithFields(story.order, { taskId: task.id, buttonId: 'branch' }, context);
  const leftOut = (...branchNodeIds: string[]) => {
    expect(story.choose('instruct', branchNodeIds)).toBeNull();
    return leftOutFields(offered.branches, task, story.order, definition);
  };
  return { ...offered, suggested: suggestedBranch(offered, context), leftOut };
}

describe('form fields of branches', () => {
  test('are those from which the first tasks behind the gateway take their handlers, filled or not', () => {
    const { branches } = choiceWith({ lead: named('a') });
    const lead = { name: 'letter.lead', keys: ['org:a'] };
    expect(branches.map(({ nodeId, fields }) => [nodeId, fields])).toEqual([
      ['alone', [lead]],
      ['fork', [lead, { name: 'letter.helpers', keys: [] }]],
      ['post', []],
    ]);
  });
});

describe('suggested branch', () => {
  test('is the one with the most fields, all of them filled', () => {
    expect(choiceWith({ lead: named('a') }).suggested).toBe('alone');
    expect(choiceWith({ lead: named('a'), helpers: named('b') }).suggested).toBe('fork');
  });

  test('is none without a field that is filled, and on a tie', () => {
    expect(choiceWith({ helpers: named('b') }).suggested).toBeUndefined();
    const tied = buildDefinition({
      key: '并列',
      nodes: {
        start: { kind: 'start' },
        instruct: { kind: 'userTask', buttons: choosingButtons },
        way: { kind: 'exclusive', manual: true },
        alone: from('letter.lead'),
        both: from('letter.lead'),
        end: { kind: 'end' },
      },
      flows: [
        'start -> instruct',
        'instruct -> way',
        'way -> alone',
        'way -> both',
        'alone -> end',
        'both -> end',
      ],
    });
    expect(choiceWith({ lead: named('a') }, tied).suggested).toBeUndefined();
  });

  test('is none where several branches may be chosen', () => {
    expect(choiceWith({ lead: named('a') }, choosing('office', 'inclusive')).suggested).toBeUndefined();
  });

  test('does not count a field whose units have no person in service', () => {
    const addressee = createAddresseeLookup((key) => key !== 'org:b');
    const letter = { lead: named('a'), helpers: named('b') };
    expect(choiceWith(letter, one, { addressee }).suggested).toBe('alone');
    expect(choiceWith({ ...letter, helpers: named('b', 'c') }, one, { addressee }).suggested).toBe('fork');
  });
});

describe('fields that a choice leaves out', () => {
  const letter = { lead: named('a'), helpers: named('a', 'b') };

  test('have keys that get no task by the chosen branch', () => {
    const helpers = { name: 'letter.helpers', keys: ['org:b'] };
    expect(choiceWith(letter).leftOut('alone')).toEqual([helpers]);
    expect(choiceWith(letter).leftOut('fork')).toEqual([]);
    expect(choiceWith(letter).leftOut('post')).toEqual([
      { name: 'letter.lead', keys: ['org:a'] },
      { name: 'letter.helpers', keys: ['org:a', 'org:b'] },
    ]);
  });

  test('are not those that all chosen branches together use', () => {
    const several = choosing('office', 'inclusive');
    expect(choiceWith(letter, several).leftOut('alone', 'post')).toHaveLength(1);
    expect(choiceWith(letter, several).leftOut('alone', 'fork')).toEqual([]);
  });

  test('are not those from which a later step takes its handlers', () => {
    expect(choiceWith(letter, choosing('letter.helpers')).leftOut('alone')).toEqual([]);
  });
});
