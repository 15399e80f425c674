import { describe, expect, test } from 'vitest';
import {
  buildDefinition,
  button,
  choosingButtons,
  type Sketch,
  standardButtons,
} from '#test/workflow-model/definitions.ts';
import { sampleDefinitions } from '#test/workflow-model/samples.ts';
import type { ProcessDefinition } from '../model/model.ts';
import { lintDefinition } from './lint.ts';

const user = { kind: 'userTask' } as const;
const start = { kind: 'start' } as const;
const end = { kind: 'end' } as const;

function messages(shape: Omit<Sketch, 'key'>): string[] {
  return lintDefinition(buildDefinition({ key: '检查', ...shape })).map(({ message }) => message);
}

/** Returns the problems of a process start → a → end with a changed node `a`. */
function messagesForTask(a: Omit<Extract<Sketch['nodes'][string], { kind: 'userTask' }>, 'kind'>): string[] {
  return messages({ nodes: { start, a: { ...user, ...a }, end }, flows: ['start -> a', 'a -> end'] });
}

test.each(sampleDefinitions)('$name may be published', (definition: ProcessDefinition) => {
  expect(lintDefinition(definition)).toEqual([]);
});

describe('shape of the flow', () => {
  test('requires a start, an end and a user task', () => {
    expect(messages({ nodes: {}, flows: [] })).toEqual([
      '流程“检查”：缺少开始事件，请画一个',
      '流程“检查”：缺少结束事件，请在最后画一个',
      '流程“检查”：没有任何办理环节，请至少画一个',
    ]);
  });

  test('requires single-line names of the process, nodes, flows and buttons', () => {
    const invalidName = '受\u202e理\u0000';
    const definition = buildDefinition({
      key: '检查',
      nodes: { start, a: { ...user, buttons: [...standardButtons, button('x', '4', invalidName)] }, end },
      flows: ['start -> a', 'a -> end'],
    });
    const [[flowId, flow] = ['', undefined]] = Object.entries(definition.flows);
    const renamed = {
      ...definition,
      name: invalidName,
      nodes: { ...definition.nodes, end: { ...definition.nodes.end, name: '办'.repeat(101) } },
      flows: { ...definition.flows, [flowId]: { ...flow, name: invalidName } },
    } as ProcessDefinition;
    const problems = lintDefinition(renamed).filter(({ message }) => message.includes('名称'));
    expect(problems.map(({ field, message }) => [field, message.split('：名称')[1]])).toEqual([
      ['检查', '不能换行，也不能含有控制字符'],
      ['end', '不能超过100个字符'],
      [flowId, '不能换行，也不能含有控制字符'],
      ['a', '不能换行，也不能含有控制字符'],
    ]);
  });

  test('excludes unreachable nodes and nodes that cannot reach the end', () => {
    const nodes = { start, a: user, lost: user, b: user, end };
    const problems = messages({ nodes, flows: ['start -> a', 'a -> end', 'lost -> b', 'b -> lost'] });
    expect(problems).toContain('环节“lost”：从开始事件无法到达此处，请补充连线或删除');
    const trapped = messages({
      nodes: { start, a: user, way: { kind: 'exclusive', defaultTo: 'end' }, b: user, c: user, end },
      flows: ['start -> a', 'a -> way', 'way -> b | stay', 'way -> end', 'b -> c', 'c -> b'],
    });
    expect(trapped).toContain('环节“b”：从此处无法到达结束事件，请补充连线');
  });

  test('excludes a flow without a target node', () => {
    expect(messages({ nodes: { start, a: user, end }, flows: ['start -> a', 'a -> nowhere'] })).toContain(
      '连线“f2”：没有连接到有效的节点，请重新连接',
    );
  });

  test('excludes branches without a gateway, and conditions without a gateway', () => {
    expect(
      messages({
        nodes: { start, a: user, b: user, end },
        flows: ['start -> a', 'a -> b', 'a -> end', 'b -> end'],
      }),
    ).toEqual(['环节“a”：只能有一条离开的连线，分支请使用网关']);
    expect(messages({ nodes: { start, a: user, end }, flows: ['start -> a', 'a -> end | done'] })).toEqual([
      '环节“a”：离开的连线不能有条件，条件请放在网关之后',
    ]);
  });

  test('excludes a parallel join after an exclusive fork, which would wait forever', () => {
    const nodes = {
      start,
      a: user,
      way: { kind: 'exclusive', defaultTo: 'c' },
      b: user,
      c: user,
      join: { kind: 'parallel' },
      end,
    } as const;
    const flows = [
      'start -> a',
      'a -> way',
      'way -> b | x',
      'way -> c',
      'b -> join',
      'c -> join',
      'join -> end',
    ];
    expect(messages({ nodes, flows })).toEqual([
      '并行网关“join”：可能永远等不到其他分支，分支与汇聚不成对，请用同一种网关分开和汇聚',
    ]);
  });

  test('excludes an exclusive join after a parallel fork, which would run the rest twice', () => {
    const nodes = { start, a: user, fork: { kind: 'parallel' }, b: user, c: user, d: user, end } as const;
    const flows = ['start -> a', 'a -> fork', 'fork -> b', 'fork -> c', 'b -> d', 'c -> d', 'd -> end'];
    expect(messages({ nodes, flows })).toContain(
      '环节“d”：之后的分支可能同时走两遍，分支与汇聚不成对，请用同一种网关分开和汇聚',
    );
  });

  test('excludes a loop without a user task', () => {
    const nodes = {
      start,
      a: user,
      way: { kind: 'exclusive', defaultTo: 'end' },
      set: { kind: 'serviceTask', service: { kind: 'setVariable', name: 'x', value: 1 } },
      end,
    } as const;
    const flows = ['start -> a', 'a -> way', 'way -> set | x', 'way -> end', 'set -> way'];
    expect(messages({ nodes, flows })).toEqual(['排他网关“way”：处在没有办理环节的循环中']);
  });
});

test('a loop whose tasks may all be skipped is rejected', () => {
  const skipped = { ...user, emptyCandidates: 'skip' } as const;
  const loop = (b: typeof user | typeof skipped) =>
    messages({
      nodes: { start, a: skipped, b, way: { kind: 'exclusive', defaultTo: 'end' }, end },
      flows: ['start -> a', 'a -> b', 'b -> way', 'way -> a | x', 'way -> end'],
    });
  expect(loop(user)).toEqual([]);
  expect(loop(skipped)).toEqual([
    '环节“a”：所在循环的办理环节在没有处理人时都会跳过，流程将无法停止；请至少设置一个不跳过的环节',
  ]);
});

describe('user task', () => {
  test('requires a 待 status as its stage, and a candidate', () => {
    expect(messagesForTask({ stage: 9 })).toEqual(['环节“a”：办理阶段 9 不是待办状态（1-6、20-25）']);
    expect(messagesForTask({ candidates: [] })).toEqual(['环节“a”：没有配置处理人']);
    expect(messagesForTask({ candidates: [{ kind: 'previousNode', nodeId: 'end' }] })).toEqual([
      '环节“a”：前序节点“end”不存在或不是办理环节',
    ]);
  });

  test('of several persons requires distinct keys, and allows no withdrawal', () => {
    const instances = { sequence: 'any' } as const;
    const buttons = standardButtons.filter(({ code }) => code !== '6');
    const several = { withdrawAllowed: false, buttons, instances };
    expect(messagesForTask(several)).toEqual([]);
    expect(messagesForTask({ instances, withdrawAllowed: true })).toEqual([
      '环节“a”：由多人办理，办理后不能撤回，不能设置撤回',
    ]);
    expect(messagesForTask({ ...several, candidates: [{ kind: 'variable', name: 'people' }] })).toEqual([
      '环节“a”：由多人办理，处理人变量“people”没有值，请在 portal:variable 中给出，如 group:a,group:b',
    ]);
    const candidates = Array.from(
      { length: 51 },
      (_, index) => ({ kind: 'staff', id: `p${index}`, name: '' }) as const,
    );
    expect(messagesForTask({ ...several, candidates })).toEqual(['环节“a”：由多人办理，处理人最多50个']);
    const byVariable = (people: string | number) =>
      messages({
        variables: { people },
        nodes: { start, a: { ...user, ...several, candidates: [{ kind: 'variable', name: 'people' }] }, end },
        flows: ['start -> a', 'a -> end'],
      });
    expect(byVariable('staff:a, staff:b')).toEqual([]);
    expect(byVariable(candidates.map(({ id }) => `staff:${id}`).join(','))).toEqual([
      '环节“a”：由多人办理，处理人最多50个',
    ]);
    for (const people of ['', '张三,李四', 3]) {
      expect(byVariable(people)).toEqual([
        '环节“a”：由多人办理，处理人变量“people”没有值，请在 portal:variable 中给出，如 group:a,group:b',
      ]);
    }
  });

  test('returns only to user tasks', () => {
    expect(
      messagesForTask({ returns: { allowed: true, ways: ['replay'], targets: ['start', 'gone'] } }),
    ).toEqual(['环节“a”：退回环节“gone”不存在或不是办理环节']);
  });

  test('requires unique button ids, known codes, and a button that completes it', () => {
    expect(messagesForTask({ buttons: [...standardButtons, button('handle', '2', '退回')] })).toEqual([
      '环节“a”：按钮编号“handle”重复',
    ]);
    expect(messagesForTask({ buttons: [button('x', '77', '神秘'), button('return', '2', '退回')] })).toEqual([
      '环节“a”：按钮“神秘”的代码 77 不是已知操作',
      '环节“a”：没有可以办结本环节的按钮（办理、转交或选择分支）',
    ]);
    expect(messagesForTask({ buttons: [...standardButtons, button('w', '6', '收回')] })).toEqual([
      '环节“a”：按钮“收回”（撤回）只能用于已办（opType 2）',
    ]);
    expect(messagesForTask({ buttons: [...standardButtons, button('show', 'copy', '送阅')] })).toEqual([
      '环节“a”：按钮“送阅”（抄送）只能用于已办（opType 2）',
    ]);
    const done = { opType: 2 } as const;
    expect(messagesForTask({ buttons: [...standardButtons, button('again', '1', '再办', done)] })).toEqual([
      '环节“a”：按钮“再办”（办理）不能用于已办（opType 2）',
    ]);
    const doneButtons = [button('show', 'copy', '送阅', done), button('press', '7', '催一催', done)];
    expect(messagesForTask({ buttons: [...standardButtons, ...doneButtons] })).toEqual([]);
  });

  test('records only known results', () => {
    expect(messagesForTask({ buttons: [button('handle', '1', '办理', { resultCode: 9 })] })).toEqual([
      '环节“a”：按钮“办理”的结果 9 不是办理结果代码',
    ]);
    expect(
      messagesForTask({ buttons: [...standardButtons, button('t', '4', '终结', { resultCode: 3 })] }),
    ).toEqual(['环节“a”：按钮“终结”的结果 3 不是办结状态']);
  });
});

describe('gateway rules', () => {
  const nodes = { start, a: user, way: { kind: 'exclusive' }, b: user, c: user, end } as const;
  const commonFlows = ['start -> a', 'a -> way', 'b -> end', 'c -> end'];

  test('require a default of an exclusive gateway when all its conditions may fail', () => {
    expect(messages({ nodes, flows: [...commonFlows, 'way -> b | x', 'way -> c | y'] })).toEqual([
      '排他网关“way”：条件可能都不满足，请把一条连线设为默认分支',
    ]);
    const complements = [...commonFlows, 'way -> b | x', 'way -> c | not(x)'];
    expect(messages({ nodes, flows: complements, variables: { x: false } })).toEqual([]);
  });

  test('require a default for two opposite conditions too when one of their fields may be empty', () => {
    const nodesWithForm = { ...nodes, a: { ...user, fieldAuthority: { f: { amount: 2 } } } } as const;
    const flows = [...commonFlows, 'way -> b | f.amount > 5', 'way -> c | not(f.amount > 5)'];
    expect(messages({ nodes: nodesWithForm, flows })).toEqual([
      '排他网关“way”：条件可能都不满足，请把一条连线设为默认分支',
    ]);
    const withNull = [...commonFlows, 'way -> b | f.amount = null', 'way -> c | not(f.amount = null)'];
    expect(messages({ nodes: nodesWithForm, flows: withNull })).toEqual([]);
  });

  test('require that a branch is either conditional or the default', () => {
    const withDefault = { ...nodes, way: { kind: 'exclusive', defaultTo: 'c' } } as const;
    expect(messages({ nodes: withDefault, flows: [...commonFlows, 'way -> b', 'way -> c | y'] })).toEqual([
      '排他网关“way”：默认分支不能有条件',
      '排他网关“way”：连线“f5”没有条件，也不是默认分支，请填写其一',
    ]);
  });

  test('require a user task with the choice button directly before a manual gateway', () => {
    const manual = { kind: 'exclusive', manual: true } as const;
    const choosing = { ...user, buttons: choosingButtons };
    const flows = [...commonFlows, 'way -> b', 'way -> c'];
    expect(messages({ nodes: { ...nodes, a: choosing, way: manual }, flows })).toEqual([]);
    expect(messages({ nodes: { ...nodes, way: manual }, flows })).toEqual([
      '环节“a”：后面是人工选择的排他网关“way”，需要“选择分支”按钮（12）',
      '环节“a”：后面是人工选择的排他网关“way”，不能有“办理”按钮（1）',
    ]);
    expect(
      messages({
        nodes: { start, way: manual, b: user, c: user, end },
        flows: ['start -> way', 'way -> b', 'way -> c', 'b -> end', 'c -> end'],
      }),
    ).toEqual(['排他网关“way”：人工选择之前应是办理环节，不能是开始事件“start”']);
    expect(messagesForTask({ buttons: choosingButtons })).toContain(
      '环节“a”：后面没有人工选择的网关，不能有“选择分支”按钮',
    );
  });

  test('exclude a manual gateway after a task of several persons, who could choose differently', () => {
    const several = {
      ...user,
      withdrawAllowed: false,
      buttons: choosingButtons.filter(({ code }) => code !== '6'),
    };
    const a = { ...several, instances: { sequence: 'any' } } as const;
    const manual = { kind: 'exclusive', manual: true } as const;
    expect(
      messages({ nodes: { ...nodes, a, way: manual }, flows: [...commonFlows, 'way -> b', 'way -> c'] }),
    ).toEqual(['环节“a”：由多人办理，后面不能是人工选择的排他网关“way”']);
  });

  test('require an end status of an end event', () => {
    expect(
      messages({
        nodes: { start, a: user, end: { kind: 'end', result: 3 } },
        flows: ['start -> a', 'a -> end'],
      }),
    ).toEqual(['结束事件“end”：结束状态 3 不是办结状态']);
  });
});

test('a message to the applicant is rejected while no channel can send it', () => {
  const answer = {
    kind: 'serviceTask',
    service: { kind: 'sendMessage', target: 'applicant', text: '已受理' },
  } as const;
  expect(
    messages({
      nodes: { start, a: user, tell: answer, end },
      flows: ['start -> a', 'a -> tell', 'tell -> end'],
    }),
  ).toEqual(['自动任务“tell”：尚不支持向申请人发送消息，请改为发起人或上一环节处理人']);
});

describe('size of the flow', () => {
  const branches = (count: number) => Array.from({ length: count }, (_, index) => `b${index}`);

  test('stops further checks when there are too many nodes and flows', () => {
    const chain = branches(1200);
    const problems = messages({
      nodes: { start, ...Object.fromEntries(chain.map((id) => [id, user])), end },
      flows: chain.flatMap((id) => [`start -> ${id}`, `${id} -> end`]),
    });
    expect(problems).toEqual([
      '流程“检查”：节点不得超过1000个',
      '流程“检查”：连线不得超过2000个',
      '开始事件“start”：离开的连线不得超过100条',
    ]);
  });

  test('also limits buttons, button values, variables, candidates and return targets', () => {
    const many = <Each>(count: number, make: (index: number) => Each) =>
      Array.from({ length: count }, (_, index) => make(index));
    const variablesOf = (count: number) => Object.fromEntries(many(count, (index) => [`v${index}`, 1]));
    const binds = many(51, (index) => ({ form: 'letter', field: 'result', value: `${index}` }));
    const fullButton = { ...button('busy', '1', '办理'), sets: variablesOf(21), binds };
    const messagesWith = (node: object, extra: object = {}) =>
      messages({
        nodes: { start, a: { ...user, ...node }, end },
        flows: ['start -> a', 'a -> end'],
        ...extra,
      });
    expect(messagesWith({ buttons: many(51, (index) => button(`b${index}`, '1', '办理')) })).toEqual([
      '环节“a”：按钮不得超过50个',
    ]);
    expect(messagesWith({ buttons: [fullButton] })).toEqual([
      '环节“a”：按钮“办理”设置的变量不得超过20个',
      '环节“a”：按钮“办理”绑定的字段值不得超过50个',
    ]);
    expect(
      messagesWith({ candidates: many(101, (index) => ({ kind: 'staff', id: `${index}`, name: '' })) }),
    ).toEqual(['环节“a”：处理人不得超过100个']);
    const returns = { allowed: true, ways: ['replay'], targets: many(101, () => 'start') };
    expect(messagesWith({ returns })).toEqual(['环节“a”：可退回的节点不得超过100个']);
    expect(messagesWith({}, { variables: { ...variablesOf(200), long: 'x'.repeat(5_001) } })).toEqual([
      '流程“检查”：变量不得超过200个',
      '流程“检查”：变量“long”的值不得超过5000个字符',
    ]);
    expect(messagesWith({}, { resultPrecedence: many(51, () => 11) })).toEqual([
      '流程“检查”：结果优先顺序不得超过50项',
    ]);
  });
});
