import { describe, expect, test } from 'vitest';
import { RuleOperator } from '../enumerations/rule-operator.ts';
import { ruleLimits } from './limits.ts';
import {
  type ComparedCondition,
  type ConfiguredRule,
  newRule,
  type ParamType,
  standardTip,
} from './model.ts';
import { type RuleTools, runRule, type ScriptRun } from './run-rule.ts';
import { readSentValues } from './sent-values.ts';
import { compareTyped, readTyped } from './typed-values.ts';

const param = (dataKey: string, name: string, paramType: ParamType, more: object = {}) => ({
  ...{ dataKey, name, paramType, source: 'data' as const, value: '', elementId: '', paramId: '' },
  ...more,
});
const condition = (
  dataKey: string,
  operator: RuleOperator,
  paramType: ParamType,
  other: { key?: string; value?: string },
): ComparedCondition => ({
  ...{ dataKey, operator, paramType, compareValueKey: other.key ?? '', compareValue: other.value ?? '' },
});
const ruleOf = (id: string, more: Partial<ConfiguredRule> = {}, base: object = {}): ConfiguredRule => {
  const rule = newRule(id, `规则${id}`);
  return { ...rule, ...more, ruleBase: { ...rule.ruleBase, ...base } };
};

const place = ruleOf(
  'place',
  {
    ruleParams: [
      param('bizKind', '主体业态', 'text'),
      param('placeArea', '场所面积', 'number'),
      param('kitchenArea', '厨房面积', 'number', { source: 'compare' }),
    ],
    ruleConditions: [
      condition('bizKind', 'EQ', 'text', { value: '餐饮服务经营者' }),
      condition('placeArea', 'GE', 'number', { value: '24' }),
      condition('placeArea', 'GE', 'number', { key: 'kitchenArea' }),
    ],
  },
  { tipContext: '餐饮店的面积不得少于 24 平方米，请核对场所面积' },
);

const toolsOf = (rules: readonly ConfiguredRule[] = [], run?: (input: string) => ScriptRun): RuleTools => ({
  findRule: (id) => Promise.resolve(rules.find(({ ruleBase }) => ruleBase.id === id)),
  runScript: (_script, input) => Promise.resolve(run?.(input) ?? { json: 'true' }),
  askInterface: () => Promise.reject(new Error('no interface')),
});
const evaluate = (rule: ConfiguredRule, dataValue: object, compareValue: object = {}, tools = toolsOf()) =>
  runRule(rule, { dataValue: { ...dataValue }, compareValue: { ...compareValue } }, tools);

describe('a comparison', () => {
  test.each<[string, ParamType, unknown, unknown, -1 | 0 | 1]>([
    ['numbers as numbers, not as texts', 'number', '9', '10', -1],
    ['a number with its text', 'number', 24, '24.00', 0],
    ['numbers longer than a double', 'number', '9007199254740993', '9007199254740992', 1],
    ['decimals without rounding', 'number', '0.1', '0.10000000000000000001', -1],
    ['negative numbers', 'number', '-2', '-10', 1],
    ['minus zero', 'number', -0, '0', 0],
    ['a small number that JavaScript writes with an exponent', 'number', 1e-7, '0.0000001', 0],
    ['a large number that JavaScript writes with an exponent', 'number', 1e21, `1${'0'.repeat(21)}`, 0],
    ['days', 'date', '2026-02-28', '2026-11-01', -1],
    ['times', 'date', '2026-11-30 09:00', '2026-11-30 09:00:00', 0],
    ['texts by code points, not by code units', 'text', '\u{20000}', '\uffee', 1],
    ['texts that look like numbers as texts', 'text', '10', '9', -1],
    ['a text with its beginning', 'text', '甲乙', '甲', 1],
    ['a beginning with the text', 'text', '甲', '甲乙', -1],
  ])('compares %s', (_name, type, left, right, expected) => {
    const [one, other] = [readTyped(type, left), readTyped(type, right)];
    if (typeof one !== 'object' || typeof other !== 'object') throw new Error('not read');
    expect(Math.sign(compareTyped(one.typed, other.typed) ?? Number.NaN)).toBe(expected);
  });

  test.each<[ParamType, unknown]>([
    ['number', '二十'],
    ['number', '1,234'],
    ['number', '２４'],
    ['number', '24 '.repeat(30)],
    ['number', true],
    ['number', Number.NaN],
    ['number', '1e99'],
    ['number', '9'.repeat(41)],
    ['number', ['24']],
    ['date', '2026-02-30'],
    ['date', '2026/11/30'],
    ['date', '2026-11-30 24:00'],
    ['date', '2026-11-30 23:60'],
    ['date', 20261130],
    ['text', 24],
    ['text', { a: 1 }],
    ['text', 'x'.repeat(ruleLimits.valueLength + 1)],
  ])('as %s does not read %o', (type, value) => {
    expect(readTyped(type, value)).toBe('unlike');
  });

  test.each([undefined, null, '', '  ', []])('reads %o as empty', (value) => {
    for (const type of ['number', 'date', 'text'] as const) expect(readTyped(type, value)).toBe('empty');
  });

  test.each(Object.values(RuleOperator))(
    'with the operator %s has the result of its meaning',
    async (operator) => {
      const results = [];
      for (const value of ['23', '24', '25']) {
        const rule = ruleOf('one', {
          ruleParams: [param('a', '面积', 'number')],
          ruleConditions: [condition('a', operator, 'number', { value: '24' })],
        });
        results.push((await evaluate(rule, { a: value })).result);
      }
      const expected = { GT: [0, 0, 1], EQ: [0, 1, 0], LT: [1, 0, 0], GE: [0, 1, 1], LE: [1, 1, 0] }[
        operator
      ];
      expect(results.map(Number)).toEqual(expected);
    },
  );
});

describe('a rule with conditions (S0 §3)', () => {
  test('is satisfied if all conditions are met, without a tip, and returns the values that it used', async () => {
    const values = { bizKind: '餐饮服务经营者', placeArea: '80' };
    const outcome = await evaluate(place, values, { kitchenArea: 8 });
    expect(outcome).toMatchObject({ result: true, tipContext: '' });
    expect(outcome.parts.map(({ outcome: part }) => part)).toEqual(['met', 'met', 'met']);
    expect(outcome.ruleParamsVoList.map(({ dataKey, value }) => [dataKey, value])).toEqual([
      ['bizKind', '餐饮服务经营者'],
      ['placeArea', '80'],
      ['kitchenArea', 8],
    ]);
  });

  test('refuses with its tip, and says which condition decided', async () => {
    const values = { bizKind: '餐饮服务经营者', placeArea: 20 };
    const { result, tipContext, parts } = await evaluate(place, values, { kitchenArea: 8 });
    expect([result, tipContext]).toEqual([false, '餐饮店的面积不得少于 24 平方米，请核对场所面积']);
    expect(parts.map(({ text }) => text)).toEqual([
      '条件 1：餐饮服务经营者 等于 餐饮服务经营者',
      '条件 2：20 不大于等于 24',
      '条件 3：未计算，前面的条件已不满足',
    ]);
  });

  test('refuses with 规则校验失败 if it has no tip (S0 §8)', async () => {
    const { tipContext } = await evaluate(ruleOf('place', place, { tipContext: '  ' }), {});
    expect(tipContext).toBe(standardTip);
  });

  test('is satisfied by one condition where one is enough', async () => {
    const rule = { ...place, match: 'any' as const };
    const values = { bizKind: '商场超市', placeArea: '80' };
    const { result, parts } = await evaluate(rule, values);
    expect(result).toBe(true);
    expect(parts.map(({ outcome }) => outcome)).toEqual(['unmet', 'met', 'skipped']);
    expect((await evaluate(rule, { bizKind: '商场超市' })).result).toBe(false);
  });

  test.each<[string, object, string, string]>([
    ['empty', { bizKind: '' }, 'empty', '条件 1：“主体业态”没有填写'],
    ['missing', {}, 'empty', '条件 1：“主体业态”没有填写'],
    ['of another type', { bizKind: 7 }, 'unlike', '条件 1：“主体业态”的值“7”不是文字，不能比较'],
    [
      'no number',
      { bizKind: '餐饮服务经营者', placeArea: '二十' },
      'unlike',
      '条件 2：“场所面积”的值“二十”不是数字，不能比较',
    ],
  ])('states that a value is %s, and is not satisfied', async (_name, values, outcome, text) => {
    const { result, parts } = await evaluate(place, values);
    expect(result).toBe(false);
    expect(parts).toContainEqual({ outcome, text });
  });

  test('states that a day and a time cannot be compared', async () => {
    const rule = ruleOf('days', {
      ruleParams: [param('day', '日期', 'date')],
      ruleConditions: [condition('day', 'EQ', 'date', { value: '2026-11-30' })],
    });
    const { result, parts } = await evaluate(rule, { day: '2026-11-30 09:00' });
    expect(result).toBe(false);
    expect(parts[0]).toEqual({
      outcome: 'unlike',
      text: '条件 1：2026-11-30 09:00 与 2026-11-30 一个是日期，一个带有时间，不能比较',
    });
  });

  test('does not read properties that every object inherits', async () => {
    const rule = ruleOf('p', {
      ruleParams: [param('constructor', '甲', 'text')],
      ruleConditions: [condition('constructor', 'EQ', 'text', { value: '甲' })],
    });
    const { ruleParamsVoList } = await evaluate(rule, {});
    expect(ruleParamsVoList[0]?.value).toBeNull();
  });
});

test('a rule compares with the value of an element in its newest version', async () => {
  const element = ruleOf(
    'smallest-area',
    { ruleParams: [param('food', '餐饮', 'number', { source: 'fixed', value: '24' })] },
    { kind: 'element' },
  );
  const rule = ruleOf('area', {
    ruleParams: [
      param('area', '面积', 'number'),
      param('least', '最小面积', 'number', {
        source: 'element',
        elementId: 'smallest-area',
        paramId: 'food',
      }),
    ],
    ruleConditions: [condition('area', 'GE', 'number', { key: 'least' })],
  });
  const tools = toolsOf([element]);
  expect((await evaluate(rule, { area: 24 }, {}, tools)).result).toBe(true);
  expect((await evaluate(rule, { area: '23.9' }, {}, tools)).result).toBe(false);
  const { parts } = await evaluate(rule, { area: 24 });
  expect(parts[0]?.text).toBe('条件 1：“最小面积”没有填写');
});

describe('an orchestration', () => {
  const script = ruleOf('script', { script: 'x' }, { kind: 'js-script' });
  const steps = (id: string, ids: string[]) => ruleOf(id, { steps: ids }, { kind: 'service-orchestration' });

  test('evaluates its rules in order, and refuses with the tip of the first that is not satisfied', async () => {
    const rules = [script, place];
    const values = { bizKind: '餐饮服务经营者', placeArea: 20 };
    const outcome = await evaluate(steps('all', ['script', 'place', 'script']), values, {}, toolsOf(rules));
    expect(outcome).toMatchObject({ result: false, tipContext: place.ruleBase.tipContext });
    expect(outcome.parts.map(({ text }) => text)).toEqual([
      '第 1 步 规则script：满足',
      '第 1 步 规则script，脚本的结果是满足',
      '第 2 步 规则place：不满足',
      '第 2 步 规则place，条件 1：餐饮服务经营者 等于 餐饮服务经营者',
      '第 2 步 规则place，条件 2：20 不大于等于 24',
      '第 2 步 规则place，条件 3：未计算，前面的条件已不满足',
    ]);
  });

  test('is not satisfied if a rule is missing', async () => {
    const outcome = await evaluate(steps('all', ['none']), {});
    expect(outcome).toMatchObject({ result: false, tipContext: standardTip });
  });

  test('ends when it contains itself', async () => {
    const outcome = await evaluate(steps('a', ['a']), {}, {}, toolsOf([steps('a', ['a'])]));
    expect(outcome.result).toBe(false);
    expect(outcome.parts.at(-1)?.text).toContain(`最多嵌套 ${ruleLimits.depth} 层`);
  });

  test('evaluates only so many rules, however they are nested', async () => {
    let evaluated = 0;
    const wide = Array.from({ length: ruleLimits.steps }, (_, index) => `b${index}`);
    const tools: RuleTools = {
      findRule: (id) => {
        evaluated += 1;
        return Promise.resolve(id.startsWith('b') ? steps(id, ['c', 'c', 'c', 'c', 'c', 'c']) : element);
      },
      runScript: () => Promise.reject(new Error('no script')),
      askInterface: () => Promise.reject(new Error('no interface')),
    };
    const element = ruleOf('c', {}, { kind: 'element' });
    const { result, parts } = await evaluate(steps('a', wide), {}, {}, tools);
    expect(result).toBe(false);
    expect(parts.at(-1)?.text).toContain(`一次最多计算 ${ruleLimits.evaluations} 条规则`);
    expect(evaluated).toBeLessThanOrEqual(ruleLimits.evaluations + 1);
  });

  test('runs only so many scripts', async () => {
    let runs = 0;
    const many = Array.from({ length: ruleLimits.scripts + 1 }, () => 'script');
    const tools = toolsOf([script], () => ({ json: String(++runs > 0) }));
    const { result } = await evaluate(steps('a', many), {}, {}, tools);
    expect([result, runs]).toEqual([false, ruleLimits.scripts]);
  });
});

describe('a rule with a script', () => {
  const rule = ruleOf(
    'script',
    { script: 'x', ruleParams: [param('a', '甲', 'text')] },
    { kind: 'backend-script' },
  );
  const answering = (json: string) =>
    evaluate(
      rule,
      { a: '值', b: '其他' },
      {},
      toolsOf([], () => ({ json })),
    );

  test('receives the values of its parameters only', async () => {
    let received = '';
    await evaluate(
      rule,
      { a: '值', b: '其他' },
      {},
      toolsOf([], (input) => {
        received = input;
        return { json: 'true' };
      }),
    );
    expect(received).toBe('{"a":"值"}');
  });

  test.each([
    ['true', true, ''],
    ['false', false, standardTip],
    ['{"result":false,"tipContext":"不符"}', false, '不符'],
    ['{"result":true,"values":{"no":"A1","count":2}}', true, ''],
  ])('takes the answer %s', async (json, result, tip) => {
    const outcome = await answering(json);
    expect([outcome.result, outcome.tipContext]).toEqual([result, tip]);
  });

  test('returns the values that it generated', async () => {
    const { ruleParamsVoList } = await answering('{"result":true,"values":{"no":"A1","count":2}}');
    expect(
      ruleParamsVoList.slice(1).map(({ dataKey, paramType, value }) => [dataKey, paramType, value]),
    ).toEqual([
      ['no', 'text', 'A1'],
      ['count', 'number', 2],
    ]);
  });

  test.each([
    'null',
    '1',
    '"true"',
    '[]',
    '{}',
    '{"result":1}',
    '{"result":true,"tipContext":{}}',
    `{"result":true,"tipContext":"${'长'.repeat(ruleLimits.tipLength + 1)}"}`,
    '{"result":true,"values":[]}',
    '{"result":true,"values":{"a":{}}}',
    '{"result":true,"values":{"__proto__":1}}',
    '{"result":true,"values":{"a-b":1}}',
    'not json',
    `[${'['.repeat(300)}${']'.repeat(300)}]`,
    `"${'x'.repeat(ruleLimits.scriptJsonLength)}"`,
  ])('is not satisfied by the answer %s', async (json) => {
    const outcome = await answering(json);
    expect([outcome.result, outcome.tipContext]).toEqual([false, standardTip]);
    expect(outcome.parts[0]?.text).toMatch(/^脚本没有得出结果：/);
  });

  test('is not satisfied if the script fails', async () => {
    const failing = toolsOf([], () => ({ failure: 'time', message: '超时' }));
    const { result, parts } = await evaluate(rule, {}, {}, failing);
    expect([result, parts[0]?.text]).toEqual([false, '脚本没有得出结果：超时']);
  });
});

describe('the values of a call', () => {
  test.each<[string, object, object]>([
    ['an object', { dataValue: { bizKind: 'a' } }, { dataValue: { bizKind: 'a' }, compareValue: {} }],
    ['JSON text', { dataValue: '{"bizKind":"a"}' }, { dataValue: { bizKind: 'a' }, compareValue: {} }],
    [
      'one value for the only parameter',
      { compareValue: 8 },
      { dataValue: {}, compareValue: { kitchenArea: 8 } },
    ],
    ['nothing', {}, { dataValue: {}, compareValue: {} }],
  ])('may be %s', (_name, sent, expected) => {
    expect(readSentValues(place, sent)).toEqual(expected);
  });

  test.each<[string, object, string]>([
    ['one value for several parameters', { dataValue: 'a' }, '规则有 2 个参数，请按 dataKey 逐项传值'],
    ['a list', { dataValue: ['a'] }, '规则有 2 个参数，请按 dataKey 逐项传值'],
    [
      'too many',
      { dataValue: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, 1])) },
      '不能超过 200 项',
    ],
  ])('are refused if they are %s', (_name, sent, message) => {
    expect(readSentValues(place, sent)).toEqual({ problems: [{ field: 'dataValue', message }] });
  });
});
