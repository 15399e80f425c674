import { describe, expect, test } from 'vitest';
import type { OutboundInterface } from '../interfaces/outbound-interface.ts';
import { hintsOfConfiguredRule, problemsOfConfiguredRule } from './check-rule.ts';
import { withoutForeignParts, withParam } from './editing.ts';
import { type ConfiguredRule, newRule } from './model.ts';
import { readRule } from './read-rule.ts';
import { ruleChanges } from './rule-changes.ts';
import { type RuleTools, runRule } from './run-rule.ts';

/** Tests rules of the kind interface (S2 validation kinds, docs/decisions/0219). */

const texts = { value: '', elementId: '', paramId: '' };
const definition: OutboundInterface = {
  targetUrl: 'https://credit.example.gov.cn/status?key=k3y',
  method: 'GET',
  dataKey: 'data.company',
  headers: { Authorization: 's3cret' },
  requestParams: [
    { key: 'code', field: 'creditCode' },
    { key: 'app', value: 'f1xed' },
  ],
};
const rule: ConfiguredRule = {
  ...newRule('credit', '信用核查'),
  ruleBase: {
    ...newRule('credit', '信用核查').ruleBase,
    kind: 'interface',
    tipContext: '企业信用分不足 60 分',
  },
  ruleParams: [
    { ...texts, dataKey: 'creditCode', name: '信用代码', paramType: 'text', source: 'data' },
    {
      ...texts,
      dataKey: 'score',
      name: '信用分',
      paramType: 'number',
      source: 'answer',
      value: 'credit.score',
    },
  ],
  ruleConditions: [
    { dataKey: 'score', operator: 'GE', paramType: 'number', compareValueKey: '', compareValue: '60' },
  ],
  interface: definition,
};
const surroundings = { groups: new Set<string>(), categories: new Set<string>(), rules: new Map() };

const run = async (
  answer: unknown,
  values: Record<string, unknown> = { creditCode: '91330127' },
  of = rule,
) => {
  const asked: Readonly<Record<string, string>>[] = [];
  const tools: RuleTools = {
    findRule: () => Promise.resolve(undefined),
    runScript: () => Promise.reject(new Error('no script')),
    askInterface: (_, parameters) => {
      asked.push(parameters);
      return Promise.resolve(typeof answer === 'string' ? { fault: answer } : { json: answer });
    },
  };
  const outcome = await runRule(of, { dataValue: values, compareValue: {} }, tools);
  return { ...outcome, asked, texts: outcome.parts.map(({ text }) => text) };
};
const answerOf = (score: unknown) => ({ errcode: 0, data: { company: { credit: { score } } } });

describe('a rule with an interface', () => {
  test('compares a member of the answer, and gives no value of it to the caller', async () => {
    const good = await run(answerOf(72.5));
    expect(good).toMatchObject({ result: true, hasFailed: false, asked: [{ creditCode: '91330127' }] });
    expect(good.texts).toEqual(['接口已应答', '条件 1：72.5 大于等于 60']);
    expect(good.ruleParamsVoList.map(({ dataKey }) => dataKey)).toEqual(['creditCode']);
    const bad = await run(answerOf('59'));
    expect(bad).toMatchObject({ result: false, hasFailed: false, tipContext: '企业信用分不足 60 分' });
  });

  test.each<[string, unknown, string]>([
    ['no answer', '接口在 5 秒内没有应答', '接口在 5 秒内没有应答'],
    ['another code', { errcode: 1, data: {} }, '接口没有给出结果'],
    ['no code', { data: { company: { credit: { score: 90 } } } }, '接口没有给出结果'],
    ['no member', { errcode: 0, data: { company: null } }, '应答里没有“信用分”'],
    ['an object', answerOf({ value: 90 }), '应答里没有“信用分”'],
    ['an inherited member', { errcode: 0, data: { company: { credit: 'text' } } }, '应答里没有“信用分”'],
    ['another type', answerOf('九十'), '应答里的“信用分”不是数字'],
    ['a number that has lost digits', answerOf(2 ** 53 + 2), '应答里的“信用分”位数过多'],
    ['an infinite number', answerOf(Number('1e999')), '应答里没有“信用分”'],
  ])('fails with %s, and does not pass', async (_, answer, fault) => {
    const { result, hasFailed, texts: shown, tipContext } = await run(answer);
    expect({ result, hasFailed, tipContext }).toEqual({
      result: false,
      hasFailed: true,
      tipContext: '企业信用分不足 60 分',
    });
    expect(shown).toEqual([`接口没有得出结果：${fault}`]);
  });

  test('is not asked without the values that it gets', async () => {
    const { result, asked, texts: shown } = await run(answerOf(90), { creditCode: ' ' });
    expect([result, asked, shown]).toEqual([false, [], ['“信用代码”没有填写，没有调用接口']]);
  });

  test('takes the data itself where no member is named', async () => {
    const whole = withParam(rule, 1, { value: '' });
    const itself = { ...whole, interface: { ...definition, dataKey: 'data' } };
    expect((await run({ code: 200, data: 61 }, undefined, itself)).result).toBe(true);
  });
});

describe('the check of a rule with an interface', () => {
  const problemsOf = (change: Partial<ConfiguredRule>) =>
    problemsOfConfiguredRule({ ...rule, ...change }, surroundings).map(
      ({ field, message }) => `${field}：${message}`,
    );
  const withInterface = (change: Partial<OutboundInterface>) => ({ interface: { ...definition, ...change } });

  test('accepts it, and reads it again from its JSON', () => {
    expect(problemsOf({})).toEqual([]);
    expect(readRule(JSON.parse(JSON.stringify(rule)))).toEqual({ rule });
  });

  test.each<[string, Partial<ConfiguredRule>, string]>([
    ['no address', withInterface({ targetUrl: '' }), 'interface.targetUrl：请填写接口地址'],
    [
      'an account in the address',
      withInterface({ targetUrl: 'https://a@b.cn/' }),
      'interface.targetUrl：地址应为',
    ],
    [
      'a header of the connection',
      withInterface({ headers: { Host: 'x' } }),
      'interface.headers：不能设置请求头',
    ],
    ['a path with spaces', withInterface({ dataKey: 'a b' }), 'interface.dataKey：数据的位置不正确'],
    [
      'a parameter that the rule lacks',
      withInterface({ requestParams: [{ key: 'x', field: 'none' }] }),
      'interface.requestParams：请求参数“x”没有对应的参数',
    ],
    [
      'a parameter from the answer',
      withInterface({ requestParams: [{ key: 'x', field: 'score' }] }),
      'interface.requestParams：请求参数“x”不能取自接口的应答',
    ],
    ['no condition', { ruleConditions: [] }, 'ruleConditions：请至少添加一个条件'],
  ])('names %s', (_, change, problem) => {
    expect(problemsOf(change).join('\n')).toContain(problem);
  });

  test('names an interface and an answer of another kind', () => {
    const shared = { ...rule, ruleBase: { ...rule.ruleBase, kind: 'shared-rule' as const } };
    expect(problemsOfConfiguredRule(shared, surroundings).map(({ field }) => field)).toEqual([
      'ruleParams.1.source',
      'interface',
    ]);
    expect(withoutForeignParts(shared)).not.toHaveProperty('interface');
  });

  test('hints at a system that is not allowed, and at values that are not entered', () => {
    const empty = { ...rule, ...withInterface({ headers: { Authorization: '' } }) };
    expect(hintsOfConfiguredRule(empty, []).map(({ message }) => message)).toEqual([
      '接口的系统“https://credit.example.gov.cn”尚未由运维人员允许，允许之前规则按校验失败处理',
      '接口还没有填写请求头“Authorization”',
    ]);
    expect(hintsOfConfiguredRule(rule, ['https://credit.example.gov.cn'])).toEqual([]);
  });
});

test('a renamed parameter is renamed in the interface', () => {
  const renamed = withParam(rule, 0, { dataKey: 'code' });
  expect(renamed.interface?.requestParams?.[0]).toEqual({ key: 'code', field: 'code' });
});

test('changes of values that may be secret are named without the values', () => {
  const changed = {
    ...rule,
    interface: {
      ...definition,
      headers: { Authorization: 'n3w' },
      requestParams: [{ key: 'app', value: 'oth3r' }],
    },
  };
  const changes = ruleChanges(rule, changed);
  expect(changes.map(({ part }) => part)).toEqual(['接口', '接口的请求头、固定值或地址参数']);
  expect(JSON.stringify(changes)).not.toMatch(/s3cret|n3w|f1xed|oth3r|k3y/);
});
