import { describe, expect, test } from 'vitest';
import { buildDefinition, button, standardButtons } from '#test/workflow-model/definitions.ts';
import { contextOf } from '#test/workflow-model/people.ts';
import { Story } from '#test/workflow-model/story.ts';
import { actions } from '../actions/registry.ts';
import type { Addressee, NodeButton } from '../model/model.ts';
import { nextUserTasks } from '../next-user-tasks.ts';
import { namingOf } from './naming.ts';

const able = (soleStaffId: string | null, keys: string[] = []): Addressee => ({
  name: soleStaffId ?? '岗位',
  availability: 'able',
  mayResubmit: true,
  soleStaffId,
  ableStaffIds: soleStaffId === null ? [] : [soleStaffId],
  orgId: null,
  keys,
});
/** The people for each key in this office. */
const office: Record<string, Addressee> = {
  'role:a': able(null),
  'role:b': able(null),
  'role:c': able(null),
  'staff:wang': able('wang', ['staff:wang', 'role:b']),
  'staff:li': able('li', ['staff:li', 'org:2']),
  'staff:handler-a': able('handler-a', ['staff:handler-a', 'role:a']),
  'position:mine': able('handler-a'),
  'staff:initiator': able('initiator', ['staff:initiator']),
  'staff:gone': { ...able(null), name: '蒋涛', availability: 'absent' },
  'staff:root': { ...able(null), name: '田野', availability: 'unable' },
  'role:system-admin': { ...able(null), name: '系统管理员', availability: 'unable' },
  'group:empty': { ...able(null), name: '空组', availability: 'absent' },
};
const world = { addressee: (key: string) => office[key] };

function storyOf(buttons: NodeButton[], named?: 'candidates'): Story {
  const definition = buildDefinition({
    key: '点名',
    nodes: {
      start: { kind: 'start' },
      a: { kind: 'userTask', buttons },
      b: { kind: 'userTask', ...(named && { named }) },
      end: { kind: 'end' },
    },
    flows: ['start -> a', 'a -> b', 'b -> end'],
  });
  return new Story(definition, world).reach();
}
const handleBy = (names: NodeButton['names']) => [button('handle', '1', '办理', names && { names })];
const named = (keys: string[]) => ({ nextHandlers: { b: keys } });
const problemAt = (message: string) => ({
  refused: 'badInput',
  problems: [{ field: 'nextHandlers.b', message }],
});

describe('naming of next handlers', () => {
  test('is limited to the maximum number of instances', () => {
    const people = (count: number) => Array.from({ length: count }, (_, index) => `role:r${index}`);
    const definition = buildDefinition({
      key: '多人',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask' },
        b: { kind: 'userTask', instances: { sequence: 'any' }, withdrawAllowed: false },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> b', 'b -> end'],
    });
    const story = new Story(definition).reach();
    expect(story.forward('a', { b: people(51) })).toEqual(problemAt('“b”由多人办理，最多指定50个处理人'));
    expect(story.forward('a', { b: people(50) })).toBeNull();
    expect(story.open).toHaveLength(50);
  });

  test('is not allowed with 办理, unless its button allows it', () => {
    const plain = storyOf(handleBy(undefined));
    expect(plain.handle('a', named(['staff:wang']))).toEqual(problemAt('“办理”不能指定处理人'));
    expect(plain.handle('a', named([]))).toBeNull();
    const allowing = storyOf(handleBy('others'));
    expect(allowing.handle('a', named(['staff:wang']))).toBeNull();
    expect(allowing.task('b').candidates).toEqual(['staff:wang']);
  });

  test('is allowed with 转交 for other persons', () => {
    expect(namingOf({}, actions.forward)).toBe('others');
    expect(namingOf({}, actions.chooseBranch)).toBe('nobody');
    for (const key of ['staff:wang', 'staff:li', 'role:b', 'staff:initiator']) {
      expect(storyOf(standardButtons).forward('a', { b: [key] }), key).toBeNull();
    }
  });

  test.each([
    ['staff:gone', '“蒋涛”已停用或无人在岗，不能指定为处理人'],
    ['group:empty', '“空组”已停用或无人在岗，不能指定为处理人'],
    ['staff:root', '“田野”没有办理权限，不能指定为处理人'],
    ['role:system-admin', '“系统管理员”没有办理权限，不能指定为处理人'],
    ['staff:nobody', '“staff:nobody”不是有效的处理人'],
    ['everyone', '“everyone”不是有效的处理人'],
    ['planet:mars', '“planet:mars”不是有效的处理人'],
    ['staff:handler-a', '不能指定自己为处理人'],
    ['position:mine', '不能指定自己为处理人'],
  ])('rejects %s', (key, message) => {
    const story = storyOf(standardButtons);
    const before = story.order;
    expect(story.forward('a', { b: [key] })).toEqual(problemAt(message));
    // A valid name does not excuse an invalid one.
    expect(story.forward('a', { b: ['staff:wang', key] })).toEqual(problemAt(message));
    expect(story.order).toBe(before);
  });

  test('allows oneself when the button permits it', () => {
    const story = storyOf([button('forward', '9', '转交', { names: 'anyone' })]);
    expect(story.forward('a', { b: ['staff:handler-a'] })).toBeNull();
  });

  test('is limited to the candidates of the node if the node requires it, as a key or as one of its persons', () => {
    const restricted = () => storyOf(standardButtons, 'candidates');
    expect(restricted().forward('a', { b: ['role:b'] })).toBeNull();
    expect(restricted().forward('a', { b: ['staff:wang'] })).toBeNull();
    expect(restricted().forward('a', { b: ['staff:li'] })).toEqual(problemAt('“li”不是环节“b”的候选处理人'));
    expect(restricted().forward('a', { b: ['role:c'] })).toEqual(problemAt('“岗位”不是环节“b”的候选处理人'));
  });

  test('reports all problems at once, each at its node, also nodes that take no handlers', () => {
    const refusal = storyOf(standardButtons).forward('a', {
      b: ['staff:gone', 'staff:root'],
      end: ['staff:wang'],
      nowhere: ['staff:wang'],
    });
    expect(refusal?.problems?.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'nextHandlers.b “蒋涛”已停用或无人在岗，不能指定为处理人',
      'nextHandlers.b “田野”没有办理权限，不能指定为处理人',
      'nextHandlers.end 不是可以指定处理人的环节',
      'nextHandlers.nowhere 不是可以指定处理人的环节',
    ]);
  });

  test('is described to the screen in advance', () => {
    const story = storyOf(standardButtons, 'candidates');
    const context = contextOf(story.definition, story.handlerOf('a'), world);
    const nextTaskFor = (buttonId: string) => {
      const answer = nextUserTasks(story.order, { taskId: story.task('a').id, buttonId }, context);
      return Array.isArray(answer) ? answer[0] : undefined;
    };
    expect(nextTaskFor('handle')?.naming).toBe('nobody');
    expect(nextTaskFor('handle')?.mayBeNamed('staff:wang')).toBe(false);
    expect(nextTaskFor('forward')?.naming).toBe('candidates');
    expect(nextTaskFor('forward')?.mayBeNamed('staff:wang')).toBe(true);
    expect(nextTaskFor('forward')?.mayBeNamed('staff:li')).toBe(false);
  });
});
