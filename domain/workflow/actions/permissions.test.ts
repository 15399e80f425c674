import { describe, expect, test } from 'vitest';
import { contextOf, person } from '#test/workflow-model/people.ts';
import { manual, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { Permission, systemActor } from '../../access/actor.ts';
import { refuse } from '../../refusals/refusals.ts';
import { availableActions } from '../available-actions.ts';
import { decide } from '../decide.ts';
import { branchNodes } from './queries.ts';
import { actions, type Command, type CommandAction } from './registry.ts';

const { reassign, administer } = Permission;

describe('permission of every action', () => {
  const orderAt = (...nodeIds: string[]) => new Story(sequential).reach(...nodeIds);
  const returned = () => {
    const story = orderAt('a');
    story.return('b', ['start']);
    return story;
  };
  const choosing = () => new Story(manual).reach();
  const [chooser] = Object.values(manual.nodes).filter(
    (node) => node.kind === 'userTask' && node.buttons.some(({ code }) => code === '12'),
  );
  const opinionPart = { opinion: '同意' };
  const seats = [{ group: 0, keys: ['role:seat'] }];
  const countersign: Command = {
    action: 'startCountersign',
    taskId: 2,
    reason: '请会签',
    seats,
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
    limit: null,
  };
  const addSigners: Command = {
    action: 'addSigners',
    taskId: 2,
    place: 'before',
    seats,
    sequence: 'any',
    opinion: '',
  };
  const returnTo: Command = {
    action: 'returnToHandler',
    taskId: 3,
    key: 'staff:earlier',
    opinion: '请补充',
  };
  /** Story in which a task was handed over by a person who may be asked again. */
  const handedOver = () => {
    const story = orderAt();
    const key = 'role:a';
    story.perform(person('earlier', 'a'), {
      action: 'delegate',
      taskId: 2,
      key,
      returns: false,
      opinion: '',
    });
    return story;
  };
  const askedAgain = () => {
    const story = handedOver();
    story.perform(person('handler-a', 'a'), returnTo);
    return story;
  };
  const orderAfter = (command: Command) => {
    const story = orderAt();
    story.perform(story.handlerOf('a'), command);
    return story;
  };
  const countersigned = () => orderAfter(countersign);
  const signed = () => orderAfter(addSigners);
  const copied = () => {
    const story = new Story({ ...sequential, readingNotes: true }).reach();
    story.perform(story.handlerOf('a'), { action: 'copy', taskId: 2, keys: ['role:seat'], note: '' });
    return story;
  };
  const outcome: Record<CommandAction, { story: Story | null; by: string; command: Command }> = {
    start: { story: null, by: 'initiator', command: { action: 'start' } },
    handle: {
      story: orderAt(),
      by: 'a',
      command: { action: 'handle', taskId: 2, buttonId: 'handle', ...opinionPart },
    },
    forward: {
      story: orderAt(),
      by: 'a',
      command: {
        action: 'forward',
        taskId: 2,
        buttonId: 'forward',
        nextHandlers: { b: ['staff:x'] },
        ...opinionPart,
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
        ...opinionPart,
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
        ...opinionPart,
      },
    },
    resubmit: { story: returned(), by: 'initiator', command: { action: 'resubmit', taskId: 4, opinion: '' } },
    withdraw: { story: orderAt('a'), by: 'a', command: { action: 'withdraw', taskId: 2, reason: '' } },
    recall: { story: orderAt(), by: 'initiator', command: { action: 'recall', reason: '' } },
    terminate: {
      story: orderAt(),
      by: 'a',
      command: { action: 'terminate', taskId: 2, buttonId: 'terminate', ...opinionPart },
    },
    reassign: {
      story: orderAt(),
      by: 'a',
      command: { action: 'reassign', taskId: 2, key: 'staff:x', reason: '出差' },
    },
    void: {
      story: orderAt(),
      by: 'a',
      command: { action: 'void', taskId: 2, buttonId: 'void', ...opinionPart },
    },
    startCountersign: { story: orderAt(), by: 'a', command: countersign },
    answerCountersign: {
      story: countersigned(),
      by: 'seat',
      command: { action: 'answerCountersign', taskId: 3, passes: true, ...opinionPart },
    },
    addToCountersign: {
      story: countersigned(),
      by: 'a',
      command: {
        action: 'addToCountersign',
        panelId: 1,
        seats: [{ group: 0, keys: ['staff:x'] }],
        reason: '',
      },
    },
    returnToHandler: { story: handedOver(), by: 'a', command: returnTo },
    submitToHandler: {
      story: askedAgain(),
      by: 'earlier',
      command: { action: 'submitToHandler', taskId: 4, ...opinionPart },
    },
    callOffCountersign: {
      story: countersigned(),
      by: 'a',
      command: { action: 'callOffCountersign', panelId: 1, reason: '' },
    },
    addSigners: { story: orderAt(), by: 'a', command: addSigners },
    addToSigners: {
      story: signed(),
      by: 'a',
      command: { action: 'addToSigners', panelId: 1, seats: [{ group: 0, keys: ['staff:x'] }], reason: '' },
    },
    sign: { story: signed(), by: 'seat', command: { action: 'sign', taskId: 3, ...opinionPart } },
    removeSigner: {
      story: signed(),
      by: 'a',
      command: { action: 'removeSigner', panelId: 1, seat: 0, reason: '' },
    },
    delegate: {
      story: orderAt(),
      by: 'a',
      command: { action: 'delegate', taskId: 2, key: 'role:seat', returns: false, ...opinionPart },
    },
    copy: {
      story: orderAt(),
      by: 'a',
      command: { action: 'copy', taskId: 2, keys: ['role:seat'], note: '' },
    },
    leaveNote: {
      story: copied(),
      by: 'seat',
      command: { action: 'leaveNote', note: '已阅' },
    },
    urge: {
      story: orderAt(),
      by: 'initiator',
      command: {
        action: 'urge',
        receivers: ['role:a'],
        title: '请尽快办理',
        text: '请尽快办理',
        reason: '临近时限',
        channels: ['20'],
      },
    },
    changeRecord: {
      story: orderAt(),
      by: 'a',
      command: {
        action: 'changeRecord',
        kind: 'suspension',
        command: 'suspend',
        recordId: null,
        atTaskId: 2,
        input: { ground: 'other', reason: '测试' },
      },
    },
    addPapers: {
      story: orderAt(),
      by: 'initiator',
      command: { action: 'addPapers', papers: 1, note: '' },
    },
    expire: {
      story: countersigned(),
      by: 'system',
      command: { action: 'expire', panelId: 1, limit: '2026-03-01' },
    },
  };

  test.each(Object.entries(outcome))('is required for %s', (action, { story, by, command }) => {
    const able =
      by === 'initiator'
        ? person('initiator')
        : by === 'system'
          ? systemActor
          : by === 'earlier'
            ? person(by)
            : person(`handler-${by}`, by);
    if (action === 'reassign') able.permissions = new Set([...able.permissions, reassign, administer]);
    const { permission, alsoPermission } = actions[action as CommandAction];
    const needed: (Permission | undefined)[] = [permission, alsoPermission];
    const unable = {
      ...able,
      permissions: new Set([...able.permissions].filter((code) => !needed.includes(code))),
    };
    const definition = story?.definition ?? sequential;
    if (by === 'system') {
      const administrator = { ...person('shenjie'), permissions: systemActor.permissions };
      expect(decide(story?.order ?? null, command, contextOf(definition, administrator))).toEqual(
        refuse('forbidden'),
      );
    }
    const decideAs = (actor: typeof able) =>
      decide(story?.order ?? null, command, contextOf(definition, actor));
    expect(decideAs(unable)).toEqual(refuse('forbidden'));
    expect(decideAs(able)).toBeInstanceOf(Array);
    // Actions without a node button are offered on pages of their own.
    if (story === null || (actions[action as CommandAction].buttonCode === undefined && action !== 'recall'))
      return;
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
