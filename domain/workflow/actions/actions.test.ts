import { describe, expect, test } from 'vitest';
import { buildDefinition, button, standardButtons } from '#test/workflow-model/definitions.ts';
import { contextOf, createAddresseeLookup, person } from '#test/workflow-model/people.ts';
import { inclusive, manual, parallel, separateEnds, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { availableActions, meaningOf } from '../available-actions.ts';
import { returnTargets } from '../decision/return-targets.ts';
import type { UserTaskNode } from '../model/model.ts';
import { nextUserTasks } from '../next-user-tasks.ts';
import { branchNodes } from './queries.ts';

describe('start of an order', () => {
  test('makes the actor the initiator, counts the start as task 1 and opens the first node', () => {
    const story = new Story(sequential);
    expect(story.status).toBe(0);
    story.start();
    expect(story.order.tasks.map(({ id, nodeId, outcome }) => [id, nodeId, outcome])).toEqual([
      [1, 'start', 'started'],
      [2, 'a', null],
    ]);
    expect(story.order.initiator.staffId).toBe('initiator');
  });

  test('is refused for a running order', () => {
    const story = new Story(sequential).reach();
    expect(story.start()?.refused).toBe('actionNotAllowed');
  });
});

describe('handling of a task', () => {
  test('requires a key of the task: 您不是该环节的处理人', () => {
    const story = new Story(sequential).reach();
    expect(story.handle('a', { by: person('stranger', 'b') })?.refused).toBe('notYourTask');
  });

  test('is refused for the second of two handlers: 该环节已被办理', () => {
    const story = new Story(sequential).reach('a');
    const stale = story.task('a').id;
    expect(story.handle('a', { by: person('second', 'a') })?.refused).toBe('taskAlreadyHandled');
    story.return('b', ['a']);
    expect(story.handle('a', { taskId: stale })?.refused).toBe('taskAlreadyHandled');
    expect(story.handle('a', { taskId: 99 })?.refused).toBe('taskAlreadyHandled');
  });

  test('requires an enabled handling button of the node', () => {
    const story = new Story(sequential).reach();
    for (const buttonId of ['return', 'withdraw', 'nothing']) {
      expect(story.handle('a', { buttonId })?.refused).toBe('actionNotAllowed');
    }
  });

  test('requires an opinion only when the node does, with at most 500 characters', () => {
    const strict = buildDefinition({
      key: '意见必填',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask', opinionRequired: true },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> end'],
    });
    const story = new Story(strict).reach();
    expect(story.handle('a')?.refused).toBe('opinionRequired');
    expect(story.handle('a', { opinion: '好'.repeat(501) })?.problems).toEqual([
      { field: 'opinion', message: '【处理意见】不能超过500个字符' },
    ]);
    expect(story.handle('a', { opinion: '好'.repeat(500) })).toBeNull();
  });

  test('records the process result of the button, and ends the order with the result of the end event', () => {
    const story = new Story(sequential).reach('a');
    expect(story.result).toBe(2004);
    story.handle('b');
    story.handle('c');
    expect(story.order.ended?.result).toBe(9);
    expect(story.status).toBe(9);
    expect(story.handle('c')?.refused).toBe('orderEnded');
  });

  test('ends a parallel order with its last branch, and at once at an error end', () => {
    const story = new Story(separateEnds).reach('p', 'a');
    expect(story.open).toEqual(['b']);
    story.handle('b', { buttonId: 'yes' });
    story.handle('c');
    expect(story.order.ended?.nodeId).toBe('done2');
    const failed = new Story(separateEnds).reach('p');
    failed.handle('b', { buttonId: 'no' });
    expect(failed.order.ended?.nodeId).toBe('stopped');
    expect(failed.task('a').outcome).toBe('closedByEnd');
  });

  test('continues after an inclusive join when the chosen branches have arrived', () => {
    const story = new Story(inclusive);
    story.start();
    story.handle('p', { buttonId: 'yes' });
    expect(story.open).toEqual(['a', 'b']);
    story.handle('a');
    expect(story.open).toEqual(['b']);
    story.handle('b', { buttonId: 'yes' });
    expect(story.open).toEqual(['d']);
    const other = new Story(inclusive);
    other.start();
    other.handle('p', { buttonId: 'no' });
    expect(other.open).toEqual(['c']);
  });

  test('is refused with the name of the gateway when a condition cannot be decided', () => {
    const story = new Story(inclusive, { evaluateCondition: () => 'faulty' });
    story.start();
    const refusal = story.handle('p', { buttonId: 'yes' });
    expect(refusal?.refused).toBe('conditionFaulty');
    expect(refusal?.message).toContain('split');
  });
});

describe('forwarding of a task', () => {
  test('requires a handler for every next node: 请完整配置所有节点的处理人', () => {
    const story = new Story(parallel).reach();
    expect(story.forward('p', { a: ['staff:zhang'] })?.refused).toBe('nextHandlersIncomplete');
    expect(story.forward('p', { a: ['staff:zhang'], b: [] })?.refused).toBe('nextHandlersIncomplete');
    expect(story.forward('p', { a: ['staff:zhang'], b: ['staff:li'] })).toBeNull();
    expect(story.task('a').candidates).toEqual(['staff:zhang']);
    expect(story.task('b').candidates).toEqual(['staff:li']);
  });

  test('requires an opinion', () => {
    const story = new Story(sequential).reach();
    expect(story.forward('a', { b: ['staff:li'] }, { opinion: '' })?.refused).toBe('opinionRequired');
  });

  test('requires handlers for the node behind a join, and merges the handlers named by both branches', () => {
    const story = new Story(parallel).reach('p', 'a');
    expect(story.forward('a2', {})?.refused).toBe('nextHandlersIncomplete');
    story.forward('a2', { c: ['staff:zhang'] });
    story.forward('b', { c: ['staff:li'] });
    expect([...story.task('c').candidates].sort()).toEqual(['staff:li', 'staff:zhang']);
  });

  test('rejects a handler who is not available', () => {
    const story = new Story(sequential, {
      addressee: createAddresseeLookup((key) => key !== 'staff:gone'),
    }).reach();
    expect(story.forward('a', { b: ['staff:gone'] })?.refused).toBe('badInput');
  });

  test('offers the next nodes and their candidates in advance', () => {
    const story = new Story(parallel).reach();
    const context = contextOf(parallel, story.handlerOf('p'));
    const question = { taskId: story.task('p').id, buttonId: 'forward' };
    expect(nextUserTasks(story.order, question, context)).toMatchObject([
      { nodeId: 'a', nodeName: 'a', candidates: ['role:a'] },
      { nodeId: 'b', nodeName: 'b', candidates: ['role:b'] },
    ]);
  });
});

describe('branch choice', () => {
  test('opens only the chosen branches of a manual gateway', () => {
    const story = new Story(manual);
    story.start();
    expect(branchNodes(story.order, manual, story.task('p').id)?.many).toBe(true);
    story.choose('p', ['a', 'c']);
    expect(story.open).toEqual(['a', 'c']);
    story.handle('a');
    story.handle('c');
    expect(story.choose('q', ['d', 'e'])?.refused).toBe('branchRequired');
    expect(story.choose('q', ['d'])).toBeNull();
    expect(story.open).toEqual(['d']);
  });

  test('requires an offered branch: 请选择办理分支', () => {
    const story = new Story(manual);
    story.start();
    expect(story.choose('p', [])?.refused).toBe('branchRequired');
    expect(story.choose('p', ['q'])?.refused).toBe('branchRequired');
  });
});

describe('termination and voiding', () => {
  test('end all tokens with status 14 unless the button names another one, with 16 for void', () => {
    const ended = (action: 'terminate' | 'void', buttonId: string) => {
      const story = new Story(parallel).reach('p');
      story.end('a', action, buttonId);
      expect(story.task('b').outcome).toBe('closedByEnd');
      return story.status;
    };
    expect(ended('terminate', 'terminate')).toBe(14);
    expect(ended('terminate', 'delete')).toBe(15);
    expect(ended('void', 'void')).toBe(16);
  });

  test('require an opinion, also when the node does not (S1 §5)', () => {
    const story = new Story(parallel).reach('p');
    expect(story.end('a', 'terminate', 'terminate', ' ')?.refused).toBe('opinionRequired');
    expect(story.end('a', 'void', 'void', '')?.refused).toBe('opinionRequired');
    expect(story.order.ended).toBeNull();
  });

  test('continue along the flow when the button of a void does not end the order (S1 §4)', () => {
    const continuing = buildDefinition({
      key: '作废不办结',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask', buttons: [...standardButtons, button('blank', '13', '清空表单')] },
        b: { kind: 'userTask' },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> b', 'b -> end'],
    });
    const story = new Story(continuing).reach();
    story.end('a', 'void', 'blank');
    expect(story.task('a').outcome).toBe('voided');
    expect(story.open).toEqual(['b']);
  });
});

describe('node without available candidates', () => {
  const policy = (emptyCandidates: 'skip' | 'administrator' | 'refuse') =>
    buildDefinition({
      key: '无人',
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask' },
        b: { kind: 'userTask', emptyCandidates },
        c: { kind: 'userTask' },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> b', 'b -> c', 'c -> end'],
    });
  const nobodyAtB = { addressee: createAddresseeLookup((key: string) => key !== 'role:b') };

  test('is passed with skip, and is then no return target', () => {
    const story = new Story(policy('skip'), nobodyAtB).reach('a');
    expect(story.open).toEqual(['c']);
    const targets = returnTargets(story.order, story.definition, story.task('c').id);
    expect(targets.map(({ nodeId }) => nodeId)).toEqual(['a', 'start']);
  });

  test('goes to the administrator with administrator', () => {
    const story = new Story(policy('administrator'), nobodyAtB).reach('a');
    expect(story.task('b').candidates).toEqual(['role:admin']);
  });

  test('refuses the action with refuse, and the message contains the node', () => {
    const story = new Story(policy('refuse'), nobodyAtB).reach();
    expect(story.handle('a')?.refused).toBe('noCandidates');
    expect(story.handle('a')?.message).toContain('“b”');
  });

  test('may take candidates from a variable with one or several keys, or the last handler of a previous node', () => {
    const definition = buildDefinition({
      key: '候选',
      variables: { leader: 'staff:wang' },
      nodes: {
        start: { kind: 'start' },
        a: { kind: 'userTask', candidates: [{ kind: 'variable', name: 'leader' }] },
        b: { kind: 'userTask', candidates: [{ kind: 'variable', name: 'units' }] },
        c: { kind: 'userTask', candidates: [{ kind: 'previousNode', nodeId: 'start' }] },
        d: { kind: 'userTask', candidates: [{ kind: 'previousNode', nodeId: 'a' }] },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> b', 'b -> c', 'c -> d', 'd -> end'],
    });
    const story = new Story(definition, { facts: { units: ['org:1', 'org:2', 'nonsense'] } });
    story.start();
    expect(story.task('a').candidates).toEqual(['staff:wang']);
    story.handle('a');
    expect(story.task('b').candidates).toEqual(['org:1', 'org:2']);
    story.handle('b', { by: { ...person('x'), keys: ['org:1'] } });
    expect(story.task('c').candidates).toEqual(['staff:initiator']);
    story.handle('c');
    expect(story.task('d').candidates).toEqual(['staff:wang']);
  });
});

describe('buttons of a handler', () => {
  test('are the buttons of the open task for its candidates in defined order, and none for other persons', () => {
    const definition = buildDefinition({
      key: '按钮',
      nodes: {
        start: { kind: 'start' },
        a: {
          kind: 'userTask',
          buttons: [
            button('later', '9', '转交', { order: 2 }),
            button('first', '1', '办理', { order: 1 }),
            button('off', '4', '终止', { state: 0 }),
          ],
        },
        end: { kind: 'end' },
      },
      flows: ['start -> a', 'a -> end'],
    });
    const story = new Story(definition).reach();
    const [bar] = availableActions(story.order, definition, story.handlerOf('a')).bars;
    expect(bar?.buttons.map(({ id }) => id).slice(0, 2)).toEqual(['first', 'later']);
    expect(availableActions(story.order, definition, person('stranger')).bars).toEqual([]);
  });

  test('are only 提交 (code 14) for the initiator at rollbackStatus 1', () => {
    const story = new Story(sequential).reach();
    story.recall();
    const { bars, rollbackStatus } = availableActions(story.order, sequential, story.initiator);
    expect(rollbackStatus).toBe(1);
    expect(bars.map(({ buttons }) => buttons.map(({ code, name }) => [code, name]))).toEqual([
      [['14', '提交']],
    ]);
  });

  test('include withdraw on a done task (opType 2), while recall is only a flag', () => {
    const story = new Story(sequential).reach();
    expect(availableActions(story.order, sequential, story.initiator).canRecall).toBe(true);
    story.handle('a');
    const { bars, withdrawableTaskIds } = availableActions(story.order, sequential, person('handler-a', 'a'));
    expect(withdrawableTaskIds).toEqual([story.task('a').id]);
    expect(bars.map(({ opType, buttons }) => [opType, buttons.map(({ id }) => id)])).toEqual([
      [2, ['withdraw']],
    ]);
    expect(standardButtons.some(({ id }) => id === 'withdraw')).toBe(true);
  });

  test('require an opinion for return, forward, terminate, void and a no, else as the node says', () => {
    const meaning = (code: string, opinionRequired: boolean) =>
      meaningOf({ code }, { kind: 'userTask', opinionRequired } as UserTaskNode);
    const codesWithOpinion = (opinionRequired: boolean) =>
      ['1', '2', '4', '8', '9', '12', '13', '14', '01', '02'].filter(
        (code) => meaning(code, opinionRequired)?.needsOpinion,
      );
    expect(codesWithOpinion(false)).toEqual(['2', '4', '9', '13', '02']);
    expect(codesWithOpinion(true)).toEqual(['1', '2', '4', '9', '12', '13', '02']);
    expect(meaning('8', true)).toMatchObject({ action: 'validateForm', fillsForms: true });
    expect(meaning('7', true)).toBeUndefined();
  });
});
