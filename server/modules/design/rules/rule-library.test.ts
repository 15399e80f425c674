import { afterAll, describe, expect, test } from 'vitest';
import { ruleLibrary } from '#contract/rule-library.ts';
import { rules } from '#contract/rules.ts';
import { type ConfiguredRule, newRule } from '#domain/rules/model.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const admin = office.as('xiaohan');
const clerk = office.as('liuyang');

afterAll(async () => {
  await office.context.scripts.stop();
  expect(await checkInvariants(db)).toEqual([]);
});

const others = { zhangwei: 403, liuyang: 403, wujianguo: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };
const param = (dataKey: string, more: object = {}) => ({
  ...{ dataKey, name: `名${dataKey}`, paramType: 'number' as const, source: 'data' as const },
  ...{ value: '', elementId: '', paramId: '' },
  ...more,
});
const condition = (more: object = {}) => ({
  ...{ dataKey: 'area', operator: 'GE' as const, paramType: 'number' as const },
  ...{ compareValueKey: '', compareValue: '24' },
  ...more,
});
const tip = '餐饮店的面积不得少于 24 平方米';
const ruleOf = (id: string, more: Partial<ConfiguredRule> = {}, base: object = {}): ConfiguredRule => {
  const rule = newRule(id, `规则${id}`);
  const parts = { ruleParams: [param('area')], ruleConditions: [condition()], ...more };
  return { ...rule, ...parts, ruleBase: { ...rule.ruleBase, tipContext: tip, ...base } };
};
const bodyOf = (rule: ConfiguredRule) => ({ json: JSON.stringify(rule) });
const publish = (rule: ConfiguredRule, over?: number) =>
  admin.done(ruleLibrary.publish, { body: { ...bodyOf(rule), ...(over !== undefined && { over }) } });
const process = (ruleId: string, dataValue?: unknown, compareValue?: unknown) =>
  clerk.done(rules.process, { body: { ruleId, dataValue, compareValue } });
const scriptOf = (id: string, script: string) =>
  ruleOf(id, { ruleConditions: [], script }, { kind: 'backend-script', tipContext: '' });

let number = 0;
await publish(ruleOf('area'));

describeCalls(office, ruleLibrary, {
  list: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows.find(({ code }) => code === 'area')).toMatchObject({
        ...{ id: 'area:1', name: '规则area', version: 1, type: 'verification', kind: 'shared-rule' },
        ...{
          publishedBy: '肖涵',
          groupId: '',
          usedBy: [],
          params: [{ dataKey: 'area', name: '名area', paramType: 'number' }],
        },
      });
    },
  },
  usable: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      const params = [{ dataKey: 'area', name: '名area', paramType: 'number' }];
      expect(rows.find(({ code }) => code === 'area')).toEqual({ code: 'area', name: '规则area', params });
    },
  },
  versions: {
    caller: 'xiaohan',
    request: { query: { code: 'area' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['code', '不能为空']] }],
    checkAnswer: async ({ rows }) => {
      expect(rows.map(({ id }) => id)).toEqual(['area:1']);
      expect((await admin.call(ruleLibrary.versions, { query: { code: 'none' } })).status).toBe(404);
    },
  },
  version: {
    caller: 'xiaohan',
    request: { query: { id: 'area:1' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['id', '不能为空']] }],
    checkAnswer: async ({ model }) => {
      expect(model).toEqual(ruleOf('area'));
      expect((await admin.call(ruleLibrary.version, { query: { id: 'none:1' } })).status).toBe(404);
    },
  },
  check: {
    caller: 'xiaohan',
    request: { body: bodyOf(ruleOf('area', { ruleConditions: [condition({ compareValue: '三十' })] })) },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['json', '不能为空']] }],
    checkAnswer: async ({ problems, rule, changes }) => {
      const field = 'ruleConditions.0.compareValue';
      expect(problems).toEqual([{ field, message: '固定值不是数字，如 24 或 0.5' }]);
      expect(rule).toEqual({ code: 'area', name: '规则area', current: 1 });
      expect(changes).toHaveLength(1);
      const read = async (json: string) => (await admin.done(ruleLibrary.check, { body: { json } })).problems;
      expect(await read('{')).toEqual([{ field: 'json', message: '不是有效的 JSON' }]);
      expect(await read('"a\\u0000"')).toEqual([{ field: 'json', message: '含有不允许的字符' }]);
      expect((await read('{}')).map(({ message }) => message)).toContain('应是对象');
    },
  },
  tryOut: {
    caller: 'xiaohan',
    request: { body: { ...bodyOf(ruleOf('draft')), trials: [{ area: '20' }, { area: '30' }] } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: ({ body }) => ({ body: { ...(body as object), trials: [] } }),
        expectedProblems: [['trials', '至少1项']],
      },
    ],
    checkAnswer: ({ problems, results }) => {
      expect(problems).toEqual([]);
      expect(results.map(({ result, tipContext }) => [result, tipContext])).toEqual([
        [false, tip],
        [true, ''],
      ]);
      expect(results[0]?.parts).toEqual([{ outcome: 'unmet', text: '条件 1：20 不大于等于 24' }]);
    },
  },
  publish: {
    caller: 'xiaohan',
    request: async () => ({ body: bodyOf(ruleOf(`published-${++number}`)) }),
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ body: { json: 1 } }), expectedProblems: [['json', '格式不正确']] },
    ],
    checkAnswer: ({ id, code, version }) => {
      expect([id, version]).toEqual([`${code}:1`, 1]);
    },
  },
  saveGroup: {
    caller: 'xiaohan',
    request: async () => ({ body: { name: `食品经营${++number}` } }),
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ body: { name: ' ' } }), expectedProblems: [['name', '请填写规则组名称']] },
      {
        makeInvalid: () => ({ body: { name: 'a\nb' } }),
        expectedProblems: [['name', '不能换行，也不能含有控制字符']],
      },
      {
        makeInvalid: () => ({ body: { name: 'a', parent: 'none' } }),
        expectedProblems: [['parent', '上级规则组不存在']],
      },
    ],
    checkAnswer: async ({ id }) => {
      const { rows } = await clerk.done(rules.groupCategories, { query: {} });
      expect(rows.map((row) => row.id)).toContain(id);
    },
  },
});

describe('a rule that is executed (S0 §7)', () => {
  test.each<[string, unknown, boolean, string]>([
    ['values that meet it', { area: 24 }, true, ''],
    ['values as texts', { area: '24.0' }, true, ''],
    ['values as JSON text', '{"area":"80"}', true, ''],
    ['the value of its only parameter', 80, true, ''],
    ['values that do not meet it', { area: 20 }, false, tip],
    ['no value', undefined, false, tip],
    ['a value of another type', { area: '二十' }, false, tip],
  ])('answers %s', async (_name, dataValue, result, tipContext) => {
    expect(await process('area', dataValue)).toMatchObject({ result, tipContext });
  });

  test('returns the parameters with the values that it used', async () => {
    const { ruleParamsVoList } = await process('area', { area: 20, more: 'ignored' });
    expect(ruleParamsVoList).toEqual([{ dataKey: 'area', name: '名area', paramType: 'number', value: 20 }]);
  });

  test('answers 规则校验失败 without a tip of its own (S0 §8, S2 §8)', async () => {
    await publish(ruleOf('no-tip', {}, { tipContext: '' }));
    expect(await process('no-tip', {})).toMatchObject({ result: false, tipContext: '规则校验失败' });
  });

  test('compares with the values of compareValue', async () => {
    const ruleParams = [param('area'), param('kitchen', { source: 'compare' })];
    const ruleConditions = [condition({ compareValueKey: 'kitchen', compareValue: '' })];
    await publish(ruleOf('kitchen', { ruleParams, ruleConditions }));
    expect(await process('kitchen', { area: 20 }, { kitchen: 8 })).toMatchObject({ result: true });
    expect(await process('kitchen', 7, '8')).toMatchObject({ result: false });
    // A value of the other side does not count.
    expect(await process('kitchen', { area: 20, kitchen: 8 })).toMatchObject({ result: false });
  });

  test('is found by its code in the newest version, and by the id of a version', async () => {
    await publish(ruleOf('changing'));
    const ruleConditions = [condition({ compareValue: '30' })];
    await publish(ruleOf('changing', { ruleConditions }), 1);
    expect(await process('changing', 25)).toMatchObject({ result: false });
    expect(await process('changing:1', 25)).toMatchObject({ result: true });
  });

  test.each(['none', 'none:1', 'area:9', '__proto__', "' or 1=1"])('%s is not found', async (ruleId) => {
    const { status, body } = await clerk.call(rules.process, { body: { ruleId } });
    expect([status, body.errmsg]).toEqual([404, '未找到该规则']);
  });

  test('refuses values that belong to no parameter', async () => {
    await publish(ruleOf('two-areas', { ruleParams: [param('area'), param('hall')] }));
    const { status, body } = await clerk.call(rules.process, { body: { ruleId: 'two-areas', dataValue: 1 } });
    expect(status).toBe(400);
    expect(body.problems).toEqual([
      { field: 'dataValue', message: expect.stringContaining('按 dataKey 逐项传值') },
    ]);
  });
});

test('an element answers its values, which rules take in its newest version', async () => {
  const ruleParams = [
    param('food', { source: 'fixed', value: '24' }),
    param('shop', { source: 'fixed', value: '5' }),
  ];
  const element = ruleOf('smallest', { ruleParams, ruleConditions: [] }, { kind: 'element' });
  await publish(element);
  const least = param('least', { source: 'element', elementId: 'smallest', paramId: 'food' });
  const ruleConditions = [condition({ compareValueKey: 'least', compareValue: '' })];
  await publish(ruleOf('by-element', { ruleParams: [param('area'), least], ruleConditions }));
  expect(await process('by-element', { area: 24 })).toMatchObject({ result: true });
  await publish({ ...element, ruleParams: [param('food', { source: 'fixed', value: '30' })] }, 1);
  expect(await process('by-element', { area: 24 })).toMatchObject({ result: false });

  const readElement = (body: object) => clerk.call(rules.element, { body });
  const { body } = await readElement({ elementId: 'smallest', paramId: 'food' });
  expect(body.data).toEqual({
    ...{ result: true, tipContext: '' },
    ruleParamsVoList: [{ dataKey: 'food', name: '名food', paramType: 'number', value: '30' }],
  });
  expect((await readElement({ elementId: 'smallest', paramId: 'none' })).body.errmsg).toBe(
    '该要素没有这个参数',
  );
  expect((await readElement({ elementId: 'area' })).body.errmsg).toBe('未找到该要素');
  const { rows } = await admin.done(ruleLibrary.list, {});
  expect(rows.find(({ code }) => code === 'smallest')?.usedBy).toEqual([
    { kind: 'rule', text: '规则“规则by-element”', code: 'by-element' },
  ]);
});

describe('a script of a rule', () => {
  test('runs on the server with the values of its parameters', async () => {
    await publish(
      scriptOf(
        'script',
        'return { result: values.area > 1, tipContext: "过小", values: { twice: values.area * 2 } }',
      ),
    );
    const { result, ruleParamsVoList } = await process('script', { area: 3, other: 4 });
    expect(result).toBe(true);
    expect(ruleParamsVoList.map(({ dataKey, value }) => [dataKey, value])).toEqual([
      ['area', 3],
      ['twice', 6],
    ]);
    expect(await process('script', { area: 1 })).toMatchObject({ result: false, tipContext: '过小' });
  });

  test('that does not end leaves the rule unsatisfied, with the reason for its author', async () => {
    await publish(scriptOf('endless', 'while (true);'));
    expect(await process('endless', { area: 3 })).toMatchObject({
      result: false,
      tipContext: '规则校验失败',
    });
    const body = { ...bodyOf(scriptOf('endless', 'while (true);')), trials: [{}] };
    const { results } = await admin.done(ruleLibrary.tryOut, { body });
    expect(results[0]?.parts[0]?.text).toMatch(/^脚本没有得出结果：脚本超过 \d+ 毫秒没有结束/);
  });
});

describe('an orchestration', () => {
  const orchestration = (id: string, steps: string[]) =>
    ruleOf(
      id,
      { ruleParams: [], ruleConditions: [], steps },
      { kind: 'service-orchestration', tipContext: '' },
    );

  test('executes its rules in order and refuses with the tip of the first that is not satisfied', async () => {
    await publish(scriptOf('first', 'return true'));
    await publish(orchestration('both', ['first', 'area']));
    expect(await process('both', { area: 30 })).toMatchObject({ result: true });
    expect(await process('both', { area: 3 })).toMatchObject({ result: false, tipContext: tip });
  });

  test('cannot close a circle, also when two are published at once', async () => {
    await publish(orchestration('one', ['area']));
    await publish(orchestration('two', ['area']));
    const answers = await Promise.all([
      admin.call(ruleLibrary.publish, { body: bodyOf(orchestration('one', ['two'])) }),
      admin.call(ruleLibrary.publish, { body: bodyOf(orchestration('two', ['one'])) }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.problems?.[0]?.message).toMatch(/又用到本规则，形成循环$/);
  });
});

describe('the next version of a rule', () => {
  test('is recorded in the audit log with its changes', async () => {
    await publish(ruleOf('recorded'));
    await publish(ruleOf('recorded', { match: 'any' }), 1);
    const records = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', 'in', ['recorded:1', 'recorded:2'])
      .orderBy('seq')
      .execute();
    expect(records.map(({ detail }) => detail)).toEqual([
      { code: 'recorded', version: 1 },
      { code: 'recorded', version: 2, changes: [{ title: '满足', was: '都满足', now: '满足一个' }] },
    ]);
  });

  test('is not created without a change', async () => {
    await publish(ruleOf('same'));
    expect(await publish(ruleOf('same'), 1)).toMatchObject({ version: 1 });
  });

  test('does not replace a version that its author did not see', async () => {
    await publish(ruleOf('seen'), 0);
    await publish(ruleOf('seen', { match: 'any' }), 1);
    const body = { ...bodyOf(ruleOf('seen', {}, { tipContext: '别的提示' })), over: 1 };
    const { status, body: answer } = await admin.call(ruleLibrary.publish, { body });
    expect([status, answer.errmsg]).toEqual([
      409,
      expect.stringMatching(/^该规则已由肖涵于 .+ 发布第 2 版$/),
    ]);
  });
});

test('a group is renamed only over the name that its author saw', async () => {
  const { id } = await admin.done(ruleLibrary.saveGroup, { body: { name: '不动产' } });
  await admin.done(ruleLibrary.saveGroup, { body: { id, name: '不动产登记', seenName: '不动产' } });
  const { status, body } = await admin.call(ruleLibrary.saveGroup, {
    body: { id, name: '房产', seenName: '不动产' },
  });
  expect([status, body.errmsg]).toEqual([409, expect.stringMatching(/^该规则组已由肖涵于 .+ 修改$/)]);
  const { id: inner } = await admin.done(ruleLibrary.saveGroup, { body: { name: '首次登记', parent: id } });
  const { rows } = await clerk.done(rules.groupCategories, { query: { name: '登记' } });
  expect(rows.map((row) => [row.id, row.parent])).toContainEqual([inner, id]);
  const missing = await admin.call(ruleLibrary.saveGroup, { body: { id: 'none', name: '甲' } });
  expect(missing.status).toBe(404);
});
