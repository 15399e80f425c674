import { describe, expect, test } from 'vitest';
import { Permission } from '../../access/actor.ts';
import { refuse } from '../../refusals/refusals.ts';
import { availableActions } from '../available-actions.ts';
import { decide } from '../decide.ts';
import { contextOf, person } from '../model-test/people.ts';
import { line, manual } from '../model-test/samples.ts';
import { Story } from '../model-test/story.ts';
import { branchNodes } from '../queries.ts';
import { actions, type Command, type CommandAction } from './registry.ts';

const { reassign, administer } = Permission;

describe('every action asks its permission', () => {
  const orderAt = (...nodeIds: string[]) => new Story(line).reach(...nodeIds);
  const returned = () => {
    const story = orderAt('a');
    story.return('b', ['start']);
    return story;
  };
  const choosing = () => new Story(manual).reach();
  const [chooser] = Object.values(manual.nodes).filter(
    (node) => node.kind === 'userTask' && node.buttons.some(({ code }) => code === '12'),
  );
  const press = { opinion: '同意' };
  const told: Record<CommandAction, { story: Story | null; by: string; command: Command }> = {
    start: { story: null, by: 'initiator', command: { action: 'start' } },
    handle: {
      story: orderAt(),
      by: 'a',
      command: { action: 'handle', taskId: 2, buttonId: 'handle', ...press },
    },
    forward: {
      story: orderAt(),
      by: 'a',
      command: {
        action: 'forward',
        taskId: 2,
        buttonId: 'forward',
        nextHandlers: { b: ['staff:x'] },
        ...press,
      },
    },
    chooseBranch: {
      story: choosing(),
      by: chooser?.id ?? '',
      command: {
        action: 'chooseBranch',
        taskId: 2,
        buttonId: 'branch',
        branchNodeIds: [branchNodes(choosing().order, manual, 2)?.branches[0]?.nodeId ?? ''],
        ...press,
      },
    },
    return: {
      story: orderAt(),
      by: 'a',
      command: {
        action: 'return',
        taskId: 2,
        buttonId: 'return',
        targetNodeIds: ['start'],
        way: 'replay',
        ...press,
      },
    },
    resubmit: { story: returned(), by: 'initiator', command: { action: 'resubmit', taskId: 4, opinion: '' } },
    withdraw: { story: orderAt('a'), by: 'a', command: { action: 'withdraw', taskId: 2, reason: '' } },
    recall: { story: orderAt(), by: 'initiator', command: { action: 'recall', reason: '' } },
    terminate: {
      story: orderAt(),
      by: 'a',
      command: { action: 'terminate', taskId: 2, buttonId: 'terminate', ...press },
    },
    reassign: {
      story: orderAt(),
      by: 'a',
      command: { action: 'reassign', taskId: 2, key: 'staff:x', reason: '出差' },
    },
    void: { story: orderAt(), by: 'a', command: { action: 'void', taskId: 2, buttonId: 'void', ...press } },
  };

  test.each(Object.entries(told))('%s', (action, { story, by, command }) => {
    const able = by === 'initiator' ? person('initiator') : person(`handler-${by}`, by);
    if (action === 'reassign') able.permissions = new Set([...able.permissions, reassign, administer]);
    const asked = actions[action as CommandAction].permission;
    const unable = { ...able, permissions: new Set([...able.permissions].filter((code) => code !== asked)) };
    const definition = story?.definition ?? line;
    const give = (actor: typeof able) => decide(story?.order ?? null, command, contextOf(definition, actor));
    expect(give(unable)).toEqual(refuse('forbidden'));
    expect(give(able)).toBeInstanceOf(Array);
    // A new order and a reassignment have no button on the order's bar.
    if (story === null || action === 'reassign') return;
    const offered = (actor: typeof able) => {
      const { bars, canRecall } = availableActions(story.order, definition, actor);
      const codes = bars.flatMap(({ buttons }) => buttons.map(({ code }) => code));
      return action === 'recall'
        ? canRecall
        : codes.includes(actions[action as CommandAction].buttonCode ?? '');
    };
    expect(offered(unable)).toBe(false);
    expect(offered(able)).toBe(true);
  });
});
