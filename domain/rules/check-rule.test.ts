import { describe, expect, test } from 'vitest';
import { hintsOfConfiguredRule, problemsOfConfiguredRule, type RuleSurroundings } from './check-rule.ts';
import { ruleLimits } from './limits.ts';
import { type ConfiguredRule, newRule, type ParamType } from './model.ts';
import { readRule } from './read-rule.ts';
import { ruleChanges, ruleProblemText } from './rule-changes.ts';

const param = (dataKey: string, paramType: ParamType = 'number', more: object = {}) => ({
  ...{ dataKey, name: `名${dataKey}`, paramType, source: 'data' as const },
  ...{ value: '', elementId: '', paramId: '' },
  ...more,
});
const condition = {
  dataKey: 'a',
  operator: 'GE' as const,
  paramType: 'number' as const,
  compareValueKey: '',
  compareValue: '24',
};
const base = newRule('area', '面积');
const rule: ConfiguredRule = { ...base, ruleParams: [param('a'), param('b')], ruleConditions: [condition] };
const withBase = (more: object, rest: object = {}): ConfiguredRule => ({
  ...rule,
  ...rest,
  ruleBase: { ...rule.ruleBase, ...more },
});
const scripted = (more: object = {}) =>
  withBase({ kind: 'js-script' }, { ruleConditions: [], script: 'x', ...more });
const orchestration = (id: string, steps: string[]) =>
  withBase(
    { id, name: `编排${id}`, kind: 'service-orchestration' },
    { ruleParams: [], ruleConditions: [], steps },
  );

const element: ConfiguredRule = withBase(
  { id: 'element', name: '要素甲', kind: 'element' },
  { ruleConditions: [], ruleParams: [param('least', 'number', { source: 'fixed', value: '24' })] },
);
const rules = new Map(
  [
    rule,
    element,
    orchestration('loop', ['deeper']),
    orchestration('deeper', ['self']),
    withBase({ id: 'other' }),
  ].map((entry) => [entry.ruleBase.id, entry] as const),
);
const surroundings: RuleSurroundings = { groups: new Set(['g1']), categories: new Set(['c1']), rules };
const check = (checked: ConfiguredRule, around = surroundings) =>
  problemsOfConfiguredRule(checked, around).map(({ field, message }) => `${field} ${message}`);

describe('the check of a rule', () => {
  test.each<[string, ConfiguredRule]>([
    ['conditions', withBase({ groupId: 'g1', categoryId: 'c1', tipContext: '请核对' })],
    ['a script', scripted()],
    ['an element', { ...element, ruleBase: { ...element.ruleBase, id: 'other-element' } }],
    ['steps', orchestration('steps', ['area', 'other'])],
    [
      'a parameter of an element',
      {
        ...rule,
        ruleParams: [
          param('a'),
          param('b', 'number', { source: 'element', elementId: 'element', paramId: 'least' }),
        ],
      },
    ],
  ])('accepts a rule with %s', (_name, checked) => {
    expect(check(checked)).toEqual([]);
  });

  test.each<[string, ConfiguredRule, string[]]>([
    [
      'the head',
      withBase({ id: 'A b', name: ' ', tipContext: 'a\nb', groupId: 'g9', categoryId: 'c9' }),
      [
        'ruleBase.id 规则编码应以小写字母开头，由小写字母、数字和连字符组成，不超过 60 个字符',
        'ruleBase.name 请填写规则名称',
        'ruleBase.tipContext 提示不能换行，也不能含有控制字符',
        'ruleBase.groupId 规则组不存在，请重新选择',
        'ruleBase.categoryId 规则类型不存在，请重新选择',
      ],
    ],
    [
      'an inherited name as id',
      withBase({ id: 'constructor' }),
      ['ruleBase.id 规则编码应以小写字母开头，由小写字母、数字和连字符组成，不超过 60 个字符'],
    ],
    [
      'an interface without parts',
      withBase({ kind: 'interface' }, { ruleConditions: [] }),
      ['ruleConditions 请至少添加一个条件', 'interface.targetUrl 请填写接口地址'],
    ],
    [
      'generation without a script',
      withBase({ type: 'generation' }),
      ['ruleBase.kind 生成类规则由脚本得出值，校验方式应是脚本或服务编排'],
    ],
    [
      'parameters',
      {
        ...rule,
        ruleParams: [param('a'), param('a', 'number', { name: '' }), param('1x'), param('__proto__')],
      },
      [
        'ruleParams.1.dataKey dataKey“a”重复',
        'ruleParams.1.name 请填写参数名称',
        'ruleParams.2.dataKey dataKey 应以字母开头，由字母、数字和下划线组成，不超过 60 个字符',
        'ruleParams.3.dataKey dataKey 应以字母开头，由字母、数字和下划线组成，不超过 60 个字符',
      ],
    ],
    [
      'fixed values',
      {
        ...rule,
        ruleParams: [
          param('a', 'number', { source: 'fixed', value: '二' }),
          param('b', 'date', { source: 'fixed', value: '' }),
          param('c', 'date', { source: 'fixed', value: '2026-2-1' }),
          param('d', 'text', { source: 'fixed', value: 'x'.repeat(501) }),
        ],
      },
      [
        'ruleParams.0.value 固定值不是数字，如 24 或 0.5',
        'ruleParams.1.value 请填写固定值',
        'ruleParams.2.value 固定值不是日期，如 2026-11-30',
        'ruleParams.3.value 固定值不能超过500个字符',
      ],
    ],
    [
      'elements',
      {
        ...rule,
        ruleParams: [
          param('a'),
          param('b', 'number', { source: 'element', elementId: 'area', paramId: 'a' }),
          param('c', 'number', { source: 'element', elementId: 'element', paramId: 'none' }),
          param('d', 'text', { source: 'element', elementId: 'element', paramId: 'least' }),
        ],
      },
      [
        'ruleParams.1.elementId 请选择已发布的要素',
        'ruleParams.2.paramId 要素“要素甲”没有这个参数',
        'ruleParams.3.paramType 要素的参数是数字，类型应一致',
      ],
    ],
    [
      'an element whose value is sent',
      { ...element, ruleParams: [param('a')] },
      ['ruleParams.0.source 要素的参数应是固定值'],
    ],
    ['no parameter of an element', { ...element, ruleParams: [] }, ['ruleParams 请至少添加一个参数']],
    ['no condition', { ...rule, ruleConditions: [] }, ['ruleConditions 请至少添加一个条件']],
    [
      'conditions',
      {
        ...rule,
        ruleConditions: [
          { ...condition, dataKey: '', compareValue: '' },
          { ...condition, dataKey: 'z', compareValueKey: 'a' },
          { ...condition, compareValueKey: 'a' },
          { ...condition, paramType: 'text', compareValue: '一' },
        ],
      },
      [
        'ruleConditions.0.dataKey 请选择参数',
        'ruleConditions.0.compareValue 请填写固定值',
        'ruleConditions.1.dataKey 没有参数“z”',
        'ruleConditions.2.compareValueKey 不能与自身比较',
        'ruleConditions.3.dataKey 参数“名a”是数字，条件按文字比较',
      ],
    ],
    [
      'parts of other kinds',
      { ...scripted(), ruleConditions: [condition], steps: ['area'] },
      ['ruleConditions 只有共享规则和接口有条件，请删除条件', 'steps 只有服务编排有步骤，请删除步骤'],
    ],
    ['a script of another kind', { ...rule, script: 'x' }, ['script 这种校验方式没有脚本，请删除脚本']],
    ['no script', scripted({ script: ' ' }), ['script 请填写脚本']],
    [
      'a long script',
      scripted({ script: 'x'.repeat(ruleLimits.scriptLength + 1) }),
      ['script 脚本不能超过20000个字符'],
    ],
    ['no step', orchestration('self', []), ['steps 请至少添加一条规则']],
    [
      'steps',
      orchestration('self', ['', 'none', 'area', 'area', 'self', 'loop']),
      [
        'steps.0 请选择规则',
        'steps.1 规则“none”尚未发布',
        'steps.3 规则“面积”重复',
        'steps.4 规则“self”尚未发布',
        'steps.5 规则“编排loop”又用到本规则，形成循环',
      ],
    ],
    [
      'a nameless example',
      { ...rule, examples: [{ name: '', values: {}, expected: true }] },
      ['examples.0.name 请填写例子的名称'],
    ],
  ])('names each problem of %s at its place', (_name, checked, expected) => {
    expect(check(checked)).toEqual(expected);
  });

  test('refuses orchestrations that nest too deeply', () => {
    const ids = Array.from({ length: ruleLimits.depth + 1 }, (_, index) => `level${index}`);
    const chain = ids.map((id, index) => orchestration(id, [ids[index + 1] ?? 'area']));
    const around = {
      ...surroundings,
      rules: new Map([...rules, ...chain.map((entry) => [entry.ruleBase.id, entry] as const)]),
    };
    expect(check(orchestration('top', ['level0']), around)).toEqual([
      `steps.0 服务编排最多嵌套 ${ruleLimits.depth} 层`,
    ]);
    expect(check(orchestration('top', ['level3']), around)).toEqual([]);
  });

  test('limits the rules of a group, without counting the rule itself', () => {
    const many = Array.from({ length: ruleLimits.rulesOfGroup }, (_, index) =>
      withBase({ id: `r${index}`, groupId: 'g1' }),
    );
    const around = {
      ...surroundings,
      rules: new Map(many.map((entry) => [entry.ruleBase.id, entry] as const)),
    };
    expect(check(withBase({ groupId: 'g1' }), around)).toEqual([
      'ruleBase.groupId 一个规则组最多 200 条规则',
    ]);
    expect(check(withBase({ id: 'r0', groupId: 'g1' }), around)).toEqual([]);
  });

  test('gives hints on parameters without use and on texts that are ordered', () => {
    const checked = { ...rule, ruleConditions: [{ ...condition, paramType: 'text' as const }] };
    expect(hintsOfConfiguredRule(checked, [])).toEqual([
      { field: 'ruleParams.1.dataKey', message: '参数“名b”没有用在条件中' },
      {
        field: 'ruleConditions.0.operator',
        message: '文字按字符的编码比较先后，“10”小于“9”；比较大小请用数字',
      },
    ]);
  });
});

describe('a rule in JSON', () => {
  const json = (more: object = {}) => ({ ...JSON.parse(JSON.stringify(rule)), ...more });

  test('is read without change', () => {
    expect(readRule(json())).toEqual({ rule });
  });

  test.each<[string, unknown, [string, string][]]>([
    [
      'no object',
      [],
      [
        ['', '应是对象'],
        ['ruleBase', '应是对象'],
      ],
    ],
    ['unknown parts', json({ extra: 1 }), [['extra', '规则没有这一部分']]],
    [
      'an unknown part of a parameter',
      json({ ruleParams: [{ ...param('a'), tpye: 1 }] }),
      [['ruleParams.0.tpye', '规则没有这一部分']],
    ],
    [
      'another operator',
      json({ ruleConditions: [{ ...condition, operator: 'NE' }] }),
      [['ruleConditions.0.operator', '应是 GT、EQ、LT、GE、LE 之一']],
    ],
    [
      'a number as text',
      json({ ruleConditions: [{ ...condition, compareValue: 24 }] }),
      [['ruleConditions.0.compareValue', '应是文字']],
    ],
    ['no list', json({ steps: 'area' }), [['steps', '应是列表']]],
    [
      'wrong entries',
      json({ steps: [1], examples: [{ name: 'a', values: [], expected: 1 }] }),
      [
        ['steps.0', '应是文字'],
        ['examples.0.values', '应是文字的对象'],
        ['examples.0.expected', '应是 true 或 false'],
      ],
    ],
    [
      'too many conditions',
      json({ ruleConditions: Array.from({ length: 51 }, () => condition) }),
      [['ruleConditions', '不能超过 50 项']],
    ],
  ])('is refused with %s', (_name, value, expected) => {
    const read = readRule(value);
    const problems = 'problems' in read ? read.problems.map(({ field, message }) => [field, message]) : [];
    for (const problem of expected) expect(problems).toContainEqual(problem);
  });
});

test('changes of a rule are named part by part', () => {
  const after: ConfiguredRule = {
    ...rule,
    ruleConditions: [{ ...condition, compareValue: '30' }],
    ruleParams: [param('a')],
  };
  expect(ruleChanges(rule, after)).toEqual([
    { part: '参数 b', before: '名b，数字，待校验的值', after: '' },
    { part: '条件 1', before: '名a 大于等于 24', after: '名a 大于等于 30' },
  ]);
  expect(ruleChanges(rule, rule)).toEqual([]);
});

test.each([
  ['ruleConditions.1.dataKey', '条件 2：请选择参数'],
  ['ruleConditions', '请选择参数'],
  ['ruleBase.name', '请选择参数'],
])('a problem at %s is shown with its place', (field, expected) => {
  expect(ruleProblemText({ field, message: '请选择参数' })).toBe(expected);
});
