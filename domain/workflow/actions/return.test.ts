import { describe, expect, test } from 'vitest';
import { buildDefinition } from '#test/workflow-model/definitions.ts';
import { createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import { loop, manual, nested, overlapping, parallel, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { returnTargets } from '../decision/return-targets.ts';
import { rollbackStatusOf } from '../state/status.ts';

function offered(story: Story, nodeId: string): string[] {
  return returnTargets(story.order, story.definition, story.task(nodeId).id).map((target) => target.nodeId);
}

/** Returns a process with this policy of its node `a` for missing candidates. */
function processWithPolicy(emptyCandidates: 'administrator' | 'refuse') {
  return buildDefinition({
    key: '无人',
    nodes: {
      start: { kind: 'start' },
      a: { kind: 'userTask', emptyCandidates },
      b: { kind: 'userTask' },
      end: { kind: 'end' },
    },
    flows: ['start -> a', 'a -> b', 'b -> end'],
  });
}

describe('return targets', () => {
  test('are all nodes that the order has passed, the start included, latest first', () => {
    const story = new Story(sequential).reach('a', 'b');
    expect(offered(story, 'c')).toEqual(['b', 'a', 'start']);
  });

  test('have the number of visits and the last handler', () => {
    const story = new Story(sequential).reach('a');
    const targets = () => returnTargets(story.order, sequential, story.task('b').id);
    expect(targets()[0]).toMatchObject({ nodeId: 'a', nodeName: 'a', visits: 1 });
    story.return('b', ['a']);
    story.handle('a');
    expect(targets()[0]).toMatchObject({ visits: 2, lastHandlers: [{ staffId: 'handler-a' }] });
  });

  test('do not include a node of another branch', () => {
    const story = new Story(parallel).reach('p', 'a');
    expect(offered(story, 'b')).toEqual(['p', 'start']);
    expect(story.return('b', ['a'])?.refused).toBe('returnTargetRequired');
  });

  test('follow the return policy of the node', () => {
    const narrow = buildDefinition({
      key: '限定',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask' },
        b: { kind: 'userTask', returns: { allowed: true, ways: ['replay'], targets: ['a'] } },
        c: { kind: 'userTask', returns: { allowed: false, ways: [], targets: [] } },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> b', 'b -> c', 'c -> end'],
    });
    const story = new Story(narrow).reach('a');
    expect(offered(story, 'b')).toEqual(['a']);
    expect(story.return('b', ['a'], 'direct')?.refused).toBe('returnNotAllowed');
    story.handle('b');
    expect(offered(story, 'c')).toEqual([]);
    expect(story.return('c', ['a'])?.refused).toBe('returnNotAllowed');
  });
});

describe('requirements of a return', () => {
  test('include an opinion, S1 §5: 【处理意见】填写处理意见', () => {
    const story = new Story(sequential).reach('a');
    expect(story.return('b', ['a'], 'replay', { opinion: ' ' })?.refused).toBe('opinionRequired');
  });

  test('include at least one target node, S1 §5: 请选择退回节点', () => {
    const story = new Story(sequential).reach('a');
    expect(story.return('b', [])?.refused).toBe('returnTargetRequired');
    expect(story.return('b', ['c'])?.refused).toBe('returnTargetRequired');
  });

  test('exclude target nodes that follow each other', () => {
    const story = new Story(sequential).reach('a', 'b');
    expect(story.return('c', ['a', 'b'])?.refused).toBe('returnTargetsInLine');
  });
});

describe('tokens after a return', () => {
  test('of sibling branches end when the target is before the fork, and their tasks close as 被退回', () => {
    const story = new Story(parallel).reach('p', 'a');
    const sibling = story.task('a2').id;
    story.return('b', ['p']);
    expect(story.open).toEqual(['p']);
    expect(story.order.tasks[sibling - 1]?.outcome).toBe('closedByReturn');
  });

  test('of other branches stay when the target is in the same branch', () => {
    const story = new Story(parallel).reach('p', 'a');
    story.return('a2', ['a']);
    expect(story.open).toEqual(['a', 'b']);
  });

  test('keep a done branch done when a return from after the join goes to the other branch', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['a']);
    expect(story.open).toEqual(['a']);
    story.handle('a');
    story.handle('a2');
    expect(story.open).toEqual(['c']);
  });

  test('move to several targets, one in each branch', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['a2', 'b']);
    expect(story.open).toEqual(['a2', 'b']);
    story.handle('b');
    expect(story.status).toBe(32);
    story.handle('a2');
    expect(story.open).toEqual(['c']);
    expect(story.status).toBe(31);
  });

  test('move to the latest visit of a node that a loop passed twice', () => {
    const story = new Story(loop).reach('a', 'x', 'y');
    story.handle('b', { buttonId: 'no' });
    story.handle('a');
    story.handle('x');
    expect(offered(story, 'y')).toEqual(['a', 'b', 'x', 'start']);
    story.return('y', ['a']);
    expect(story.open).toEqual(['a']);
  });

  test('are shown in a preview: closed tasks, opened tasks, and the join that waits again', () => {
    const story = new Story(parallel).reach('p', 'a');
    const before = story.previewReturn('b', ['p']);
    expect(before).toMatchObject({ closedTasks: [{ nodeId: 'b' }, { nodeId: 'a2' }], waitingJoins: [] });
    expect(before).toMatchObject({ openedTasks: [{ nodeId: 'p' }] });
    const late = new Story(parallel).reach('p', 'a', 'a2', 'b');
    expect(late.previewReturn('c', ['b'])).toMatchObject({
      waitingJoins: [{ nodeId: 'join', nodeName: 'join' }],
    });
    expect(late.previewReturn('c', [])).toMatchObject({ refused: 'returnTargetRequired' });
  });
});

describe('handler of a returned task', () => {
  test('is the person who did the node', () => {
    const story = new Story(sequential).reach('a');
    story.return('b', ['a']);
    expect(story.task('a').candidates).toEqual(['staff:handler-a']);
    expect(story.handle('a', { by: person('another', 'a') })?.refused).toBe('notYourTask');
  });

  test('is a candidate of the node when that person has left office', () => {
    const story = new Story(sequential, {
      addressee: createAddresseeLookup((key) => key !== 'staff:handler-a'),
    }).reach('a');
    story.return('b', ['a']);
    expect(story.task('a').candidates).toEqual(['role:a']);
  });

  test('is the administrator when no candidate is available, or the return is refused, by the rule of the node', () => {
    const absent = {
      addressee: createAddresseeLookup((key) => !['staff:handler-a', 'role:a'].includes(key)),
    };
    const storyAfterA = (emptyCandidates: 'administrator' | 'refuse') => {
      const story = new Story(processWithPolicy(emptyCandidates)).reach('a');
      Object.assign(story.world, absent);
      return story;
    };
    const administered = storyAfterA('administrator');
    expect(administered.return('b', ['a'])).toBeNull();
    expect(administered.task('a').candidates).toEqual([administered.definition.administratorKey]);
    const refused = storyAfterA('refuse');
    expect(refused.return('b', ['a'])).toMatchObject({
      refused: 'noCandidates',
      message: '环节“a”没有可用的处理人，请联系管理员',
    });
    expect(refused.open).toEqual(['b']);
  });

  test('is missing when neither initiator nor administrator is available: the return is refused', () => {
    const story = new Story(sequential).reach('a');
    const absent = ['staff:initiator', sequential.administratorKey];
    Object.assign(story.world, { addressee: createAddresseeLookup((key) => !absent.includes(key)) });
    expect(story.return('b', ['start'])?.refused).toBe('noCandidates');
    expect(story.open).toEqual(['b']);
    expect(story.return('b', ['a'])).toBeNull();
  });

  test('is the initiator at the start, with rollbackStatus 1 and only the action 提交', () => {
    const story = new Story(sequential).reach('a');
    story.return('b', ['start']);
    expect(story.task('start').candidates).toEqual(['staff:initiator']);
    expect(rollbackStatusOf(story.order, sequential)).toBe(1);
    expect(story.status).toBe(32);
    expect(story.handle('start', { by: story.initiator })?.refused).toBe('actionNotAllowed');
    expect(story.resubmit()).toBeNull();
    expect(story.open).toEqual(['a']);
    expect(rollbackStatusOf(story.order, sequential)).toBe(0);
    expect(story.status).toBe(31);
  });
});

describe('退回后直送', () => {
  test('goes directly back to the person who returned, without the nodes in between', () => {
    const story = new Story(sequential).reach('a', 'b');
    story.return('c', ['a'], 'direct', { by: person('chief', 'c') });
    story.handle('a');
    expect(story.open).toEqual(['c']);
    expect(story.task('c').candidates).toEqual(['staff:chief']);
    expect(story.status).toBe(31);
  });

  test('keeps the skipped nodes as return targets', () => {
    const story = new Story(sequential).reach('a', 'b');
    story.return('c', ['a'], 'direct');
    story.handle('a');
    expect(offered(story, 'c')).toEqual(['b', 'a', 'start']);
    story.return('c', ['b']);
    expect(story.open).toEqual(['b']);
  });

  test('reopens the tasks of sibling branches, and a done branch waits at the join as before', () => {
    const nobodySkipped = { addressee: createAddresseeLookup((key: string) => key !== 'role:nobody') };
    const story = new Story(nested, nobodySkipped).reach('p', 'b', 'a', 'x');
    story.return('y', ['p'], 'direct');
    expect(story.open).toEqual(['p']);
    story.handle('p');
    expect(story.open).toEqual(['y']);
    story.handle('y');
    story.handle('d');
    expect(story.open).toEqual(['c']);

    const early = new Story(parallel).reach('p', 'a');
    early.return('b', ['p'], 'direct');
    early.handle('p');
    expect(early.open).toEqual(['a2', 'b']);
    expect(early.task('a2').candidates).toEqual(['role:a2']);
  });

  test('waits for all its targets', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['a', 'b'], 'direct');
    story.handle('a');
    expect(story.open).toEqual(['b']);
    story.handle('b');
    expect(story.open).toEqual(['c']);
    expect(story.order.rollbacks).toEqual([]);
  });

  test('from the start continues after 提交', () => {
    const story = new Story(parallel).reach('p', 'a');
    story.return('b', ['start'], 'direct');
    story.resubmit();
    expect(story.open).toEqual(['a2', 'b']);
  });

  test('requires no branch and no next handlers, because it passes no gateway', () => {
    const story = new Story(manual);
    story.start();
    story.choose('p', ['a']);
    story.return('a', ['p'], 'direct');
    const button = { buttonId: 'branch', taskId: story.task('p').id, opinion: '' };
    expect(story.perform(story.handlerOf('p'), { action: 'chooseBranch', ...button })).toBeNull();
    expect(story.open).toEqual(['a']);
  });
});

describe('return of a returned task', () => {
  test('with direct inside a direct return is completed one return after the other', () => {
    const story = new Story(sequential).reach('a', 'b');
    story.return('c', ['b'], 'direct');
    story.return('b', ['a'], 'direct');
    expect(story.open).toEqual(['a']);
    story.handle('a');
    expect(story.open).toEqual(['b']);
    expect(story.status).toBe(32);
    story.handle('b');
    expect(story.open).toEqual(['c']);
    expect(story.status).toBe(31);
  });

  test('with replay inside a direct return replays the flow and cancels the earlier direct return', () => {
    const story = new Story(sequential).reach('a', 'b');
    story.return('c', ['b'], 'direct');
    story.return('b', ['a'], 'replay');
    story.handle('a');
    expect(story.open).toEqual(['b']);
    expect(story.order.rollbacks).toEqual([]);
    story.handle('b');
    expect(story.open).toEqual(['c']);
  });

  test('with replay at one of two direct targets lets the other done branch continue to the join', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['a2', 'b'], 'direct');
    story.handle('b');
    story.return('a2', ['a'], 'replay');
    story.handle('a');
    story.handle('a2');
    expect(story.open).toEqual(['c']);
  });

  test('with direct at one of two direct targets keeps both direct returns', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['a2', 'b'], 'direct');
    story.return('a2', ['a'], 'direct');
    story.handle('a');
    expect(story.open).toEqual(['a2', 'b']);
    story.handle('a2');
    story.handle('b');
    expect(story.open).toEqual(['c']);
    expect(story.order.rollbacks).toEqual([]);
  });

  test('turns a direct return into a replay when it moves a token that the direct return would restore', () => {
    const story = new Story(overlapping).reach('a', 'b', 'x');
    story.return('c', ['a'], 'direct');
    story.return('d', ['b'], 'replay');
    expect(story.open).toEqual(['a', 'b']);
    story.handle('a');
    expect(story.open).toEqual(['b']);
    story.handle('b');
    story.handle('x');
    expect(story.open).toEqual(['c', 'd']);
  });
});
