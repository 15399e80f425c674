import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { batch } from '#contract/batch.ts';
import { forms } from '#contract/forms.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { items } from '#contract/items.ts';
import { processes } from '#contract/processes.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import { newForm } from '#domain/forms/editing.ts';
import type { Rule } from '#domain/forms/model.ts';
import { type ConfiguredRule, newRule } from '#domain/rules/model.ts';
import { newPlan, newStep } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { recordStatements } from '#test/world/sent-statements.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests the rules of the library where they are used: fields of forms, buttons and conditions (S0 §8, S2 §8). */

const office = await testOffice();
const { db } = office.context;
const admin = office.as('xiaohan');
const clerk = office.as('zhangwei');
const handler = office.as('liuyang');

afterAll(async () => {
  await office.context.scripts.stop();
  expect(await checkInvariants(db)).toEqual([]);
});

const tip = '占道面积不得超过 20 平方米';
const param = (dataKey: string) => ({
  ...{ dataKey, name: `参数${dataKey}`, paramType: 'number' as const, source: 'data' as const },
  ...{ value: '', elementId: '', paramId: '' },
});
/** Returns a rule: the value of `key` is at most `most`. */
const atMost = (id: string, key: string, most: number, tipContext = ''): ConfiguredRule => {
  const rule = newRule(id, `规则${id}`);
  const compared = {
    dataKey: key,
    operator: 'LE' as const,
    paramType: 'number' as const,
    compareValueKey: '',
  };
  return {
    ...rule,
    ruleBase: { ...rule.ruleBase, tipContext },
    ruleParams: [param(key)],
    ruleConditions: [{ ...compared, compareValue: String(most) }],
  };
};
const scriptOf = (id: string, key: string, script: string): ConfiguredRule => {
  const { ruleBase, ...rest } = newRule(id, `规则${id}`);
  return { ...rest, ruleBase: { ...ruleBase, kind: 'backend-script' }, ruleParams: [param(key)], script };
};
const publishRule = (rule: ConfiguredRule) =>
  admin.done(ruleLibrary.publish, { body: { json: JSON.stringify(rule) } });

await publishRule(atMost('street-area', 'size', 20, tip));
await publishRule(atMost('no-tip', 'size', 20));
await publishRule(atMost('few-days', 'days', 30, '占道不得超过 30 天'));
await publishRule(atMost('small', 'area', 10, ''));
await publishRule(scriptOf('broken', 'area', 'return nowhere.value'));

const useOf = (code: string, fields: Record<string, string>): Rule => ({ rule: 'process', code, fields });
const formOf = (code: string, rules: readonly Rule[]) => ({
  ...newForm(code, '占道经营申请表'),
  schema: {
    fields: [
      { id: 'place', title: '经营地点', 'x-component': 'single-line', required: true },
      { id: 'area', title: '占道面积', 'x-component': 'number', rules },
      { id: 'days', title: '占道天数', 'x-component': 'number' },
      {
        id: 'phone',
        title: '电话',
        'x-component': 'single-line',
        'x-secret': true,
        'x-secret-rule': 'mobile',
      },
    ],
  },
});
const handlers = [{ kind: 'role' as const, id: 'handler', name: '经办人' }];
/** Returns a process of two steps; the second is skipped unless the condition holds. */
const processOf = (code: string, condition: string, buttonRule = '') => {
  const step = (id: string, name: string, authority: 1 | 2) => ({
    ...newStep({ steps: [], forms: [] }),
    ...{ id, name, handlers, forms: [{ form: code, authority, fields: [] }] },
  });
  const when = { form: code, field: 'area', is: '>=' as const, value: 987 };
  const plan = {
    ...newPlan(code, '占道经营许可办理'),
    forms: [{ form: code, authority: 2 as const, fields: [] }],
    steps: [step('step-1', '审查', 2), { ...step('step-2', '复核', 1), when }],
  };
  const xml = writePlan(plan).replace(`${code}.area &gt;= 987`, condition);
  return buttonRule === ''
    ? xml
    : xml.replace('id="handle" code="1"', `id="handle" rule="${buttonRule}" code="1"`);
};
const checkProcess = (xml: string) => admin.done(processes.lint, { body: { xml } });
const checkForm = (model: object) => admin.done(forms.check, { body: { json: JSON.stringify(model) } });

/** Publishes a form, a process and an item of this code. */
async function publishItem(code: string, rules: readonly Rule[], condition: string, buttonRule?: string) {
  await admin.done(forms.publish, { body: { json: JSON.stringify(formOf(code, rules)) } });
  await admin.done(processes.publish, { body: { xml: processOf(code, condition, buttonRule) } });
  const body = {
    ...{ taskCode: code, name: '占道经营许可', categoryId: 'permit', orgId: '330127-scj', processKey: code },
    ...{ formCodes: [code], titleFields: ['place'], duplicateCheck: false, applicantWord: '申请人' },
    ...{
      serveTypes: ['window'],
      secondApproval: false,
      summary: '办理临时占道经营。',
      guide: '',
      sortBy: 9,
      extFields: [],
    },
    ...{ petitionFields: null, traceSource: null, papers: [], situations: [] },
  };
  await admin.done(items.publish, { body });
}

let number = 500;
const startBody = (code: string, content: object) => ({
  ...{ taskCode: code, itemDeployId: `${code}-1`, applyer: petition(++number).start.applyer },
  workorderForms: [{ formId: `${code}:1`, content: { place: '排岭南路', ...content } }],
});
const tryStart = (code: string, content: object) =>
  clerk.call(initiation.initiate, { body: startBody(code, content) });
const start = (code: string, content: object) =>
  clerk.done(initiation.initiate, { body: startBody(code, content) });
const contentOf = (code: string, content?: object) =>
  content ? { workorderForms: [{ formId: `${code}:1`, content }] } : {};
const handleBody = (code: string, workorderId: string, content?: object) => ({
  ...{ workorderId, workorderTraceId: `${workorderId}.2`, handlerOperation: '1', buttonId: 'handle' },
  ...{ handlerOpinion: '同意', ...contentOf(code, content) },
});
const press = (code: string, id: string, content?: object, key: string = randomUUID()) =>
  handler.call(handling.handle, { body: handleBody(code, id, content), key });
const preview = (code: string, workorderId: string, content?: object) =>
  handler.call(handling.previewAction, {
    body: { workorderId, traceId: `${workorderId}.2`, buttonId: 'handle', ...contentOf(code, content) },
  });
const nodesOpenedBy = ({ body }: Awaited<ReturnType<typeof preview>>) =>
  (body.data as unknown as { outcome: { opens: { flowNodeName: string }[] } }).outcome.opens.map(
    (open) => open.flowNodeName,
  );
const openNodes = async (id: string) => {
  const rows = await db
    .selectFrom('traces')
    .select('node_id')
    .where('workorder_id', '=', id)
    .where('handler_status', '=', 0)
    .execute();
  return rows.map((row) => row.node_id);
};

describe('a field with a rule of the library (S2 §8)', async () => {
  const area = { size: 'area' };
  await publishItem('stall-field', [useOf('street-area', area)], 'false');
  await publishItem('stall-plain', [useOf('no-tip', area)], 'true');
  await publishItem('stall-broken', [useOf('broken', { area: 'area' })], 'false');

  test('refuses the initiation at the field with the tip of the rule', async () => {
    const { status, body } = await tryStart('stall-field', { area: 21 });
    expect([status, body.problems]).toEqual([400, [{ field: 'stall-field.area', message: tip }]]);
    expect((await tryStart('stall-field', { area: 20 })).status).toBe(200);
  });

  test('refuses with 规则校验失败 if the rule has no tip (S0 §8)', async () => {
    const { body } = await tryStart('stall-plain', { area: 21 });
    expect(body.problems).toEqual([{ field: 'stall-plain.area', message: '规则校验失败' }]);
  });

  test('accepts nothing because the rule failed', async () => {
    const { status, body } = await tryStart('stall-broken', { area: 1 });
    expect([status, body.problems?.[0]?.message]).toEqual([400, '规则校验失败']);
  });

  test('is checked after all other checks, and not while it is empty or a draft', async () => {
    const { body } = await tryStart('stall-field', { area: 21, place: '' });
    expect(body.problems?.map(({ field }) => field)).toEqual(['stall-field.place']);
    expect((await tryStart('stall-field', { area: null })).status).toBe(200);
    const draft = await clerk.call(initiation.saveDraft, { body: startBody('stall-field', { area: 21 }) });
    expect(draft.status).toBe(200);
  });

  test('refuses the action that changes it, and the batch tells the reason', async () => {
    const { workorderId } = await start('stall-field', { area: 20 });
    const refused = await press('stall-field', workorderId, { area: 30 });
    expect(refused.body).toMatchObject({
      errcode: 40014,
      problems: [{ field: 'stall-field.area', message: tip }],
    });
    expect(await openNodes(workorderId)).toEqual(['step-1']);
    expect((await press('stall-field', workorderId, { area: 19 })).status).toBe(200);
  });

  test('a new version of the rule takes effect at once, also in a batch', async () => {
    await publishRule(atMost('no-tip', 'size', 40));
    const { workorderId } = await start('stall-plain', { area: 39 });
    await publishRule(atMost('no-tip', 'size', 30));
    const answer = await handler.done(batch.check, { body: { traceIds: [`${workorderId}.2`] } });
    expect(answer.rows[0]?.buttons).toMatchObject([
      { id: 'handle', reason: expect.stringContaining('规则校验失败') },
    ]);
  });
});

describe('a button with a rule (S0 §8)', async () => {
  await publishItem('stall-button', [], 'false', 'few-days');

  test('is refused with the tip by the preview and by the action, and nothing is done', async () => {
    const { workorderId } = await start('stall-button', { days: 31 });
    const expected = { errcode: 40019, errmsg: '占道不得超过 30 天' };
    expect((await preview('stall-button', workorderId)).body).toMatchObject(expected);
    expect((await press('stall-button', workorderId)).body).toMatchObject(expected);
    expect(await openNodes(workorderId)).toEqual(['step-1']);
  });

  test('is accepted with corrected values; a repeated request does it once', async () => {
    const { workorderId } = await start('stall-button', { days: 31 });
    expect((await preview('stall-button', workorderId, { days: 30 })).status).toBe(200);
    const key = randomUUID();
    const answers = [
      await press('stall-button', workorderId, { days: 30 }, key),
      await press('stall-button', workorderId, { days: 30 }, key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test('an empty value meets no rule', async () => {
    const { workorderId } = await start('stall-button', {});
    expect((await press('stall-button', workorderId)).body.errcode).toBe(40019);
  });
});

describe('a condition with a rule (S0 §8)', async () => {
  await publishItem('stall-branch', [], 'not(rule("small"))');
  await publishItem('stall-faulty', [], 'rule("broken")');

  test.each([
    [11, ['复核'], ['step-2']],
    [10, [], []],
  ])('takes the branch for %i, which the preview shows', async (area, opened, open) => {
    const { workorderId } = await start('stall-branch', { area: 5 });
    expect(nodesOpenedBy(await preview('stall-branch', workorderId, { area }))).toEqual(opened);
    expect((await press('stall-branch', workorderId, { area })).status).toBe(200);
    expect(await openNodes(workorderId)).toEqual(open);
  });

  test('is refused as undecided if the rule failed, by the preview and by the action', async () => {
    const { workorderId } = await start('stall-faulty', { area: 5 });
    expect((await preview('stall-faulty', workorderId)).body.errcode).toBe(40918);
    expect((await press('stall-faulty', workorderId)).body.errcode).toBe(40918);
    expect(await openNodes(workorderId)).toEqual(['step-1']);
  });
});

describe('publishing', () => {
  test('refuses a form with an unknown rule, a wrong parameter or a secret field, at its field', async () => {
    const problemsOf = async (rule: Rule) => (await checkForm(formOf('stall-check', [rule]))).problems;
    expect(await problemsOf(useOf('unknown', {}))).toEqual([
      { field: 'area', message: '规则“unknown”尚未发布' },
    ]);
    expect(await problemsOf(useOf('street-area', { width: 'area' }))).toEqual([
      { field: 'area', message: '规则“规则street-area”的参数“参数size”（size）没有对应的字段' },
      { field: 'area', message: '规则“规则street-area”没有参数“width”' },
    ]);
    expect(await problemsOf(useOf('street-area', { size: 'none' }))).toEqual([
      { field: 'area', message: '校验规则引用了不存在的字段“none”' },
    ]);
    expect(await problemsOf(useOf('street-area', { size: 'phone' }))).toEqual([
      { field: 'area', message: '规则库的规则不能引用脱敏字段或密码字段“电话”' },
    ]);
    const json = JSON.stringify(formOf('stall-check', [useOf('unknown', {})]));
    expect((await admin.call(forms.publish, { body: { json } })).status).toBe(400);
  });

  test('refuses a process with an unknown rule or a parameter without a field, at its place', async () => {
    const problemsOf = async (...parts: [condition: string, buttonRule?: string]) =>
      (await checkProcess(processOf('stall-branch', ...parts))).problems.map(({ message }) => message);
    expect(await problemsOf('rule("unknown")')).toEqual(['“是否复核”到“复核”的条件：规则“unknown”尚未发布']);
    expect(await problemsOf('rule("street-area")')).toEqual([
      '“是否复核”到“复核”的条件：规则“规则street-area”的参数“参数size”（size）在流程的表单中没有标识相同的字段',
    ]);
    expect(await problemsOf('false', 'unknown')).toContain('环节“审查”的按钮“办理”：规则“unknown”尚未发布');
    const hidden = processOf('stall-branch', 'false', 'small').replace(
      'field="*" value="2"',
      'field="*" value="1"',
    );
    const atNode = hidden.replace(/(name="审查"[\s\S]*?field="\*" value=")\d/, '$10');
    expect((await checkProcess(atNode)).problems.map(({ message }) => message)).toEqual([
      '环节“审查”的按钮“办理”：规则“规则small”的参数“参数area”（area）取自字段“占道面积”，该字段在本环节不可见',
    ]);
    const [refused] = await problemsOf('rule("Area")');
    expect(refused).toContain('的函数“rule”应写明规则编码');
  });
});

test('a rule lists its users, and its next version may not need values that they do not send', async () => {
  const { rows } = await admin.done(ruleLibrary.list, {});
  const usersOf = (code: string) => rows.find((row) => row.code === code)?.usedBy;
  expect(usersOf('street-area')).toEqual([
    { kind: 'form', text: '表单“占道经营申请表”的字段“占道面积”', code: 'stall-field' },
  ]);
  expect(usersOf('few-days')).toEqual([
    { kind: 'button', text: '流程“占道经营许可办理”环节“审查”的按钮“办理”', code: 'stall-button' },
  ]);
  expect(usersOf('small')).toEqual([
    { kind: 'condition', text: '流程“占道经营许可办理”“是否复核”到“复核”的条件', code: 'stall-branch' },
  ]);
  const rule = atMost('street-area', 'size', 25, tip);
  const more = { ...rule, ruleParams: [...rule.ruleParams, param('width')] };
  const problemsOf = async (changed: ConfiguredRule) =>
    (await admin.done(ruleLibrary.check, { body: { json: JSON.stringify(changed) } })).problems;
  expect(await problemsOf(rule)).toEqual([]);
  const usage = '正用于表单“占道经营申请表”的字段“占道面积”';
  expect(await problemsOf(more)).toEqual([
    {
      field: 'ruleParams.1.dataKey',
      message: `规则“规则street-area”${usage}，不能增加参数“参数width”（width），请另建规则`,
    },
  ]);
  const element = {
    ...{ ...rule, ruleConditions: [], ruleBase: { ...rule.ruleBase, kind: 'element' as const } },
    ruleParams: [{ ...param('size'), source: 'fixed' as const, value: '3' }],
  };
  expect(await problemsOf(element)).toEqual([
    { field: 'ruleBase.kind', message: `规则${usage}，不能改为要素` },
  ]);
  expect((await admin.call(ruleLibrary.publish, { body: { json: JSON.stringify(more) } })).status).toBe(400);
});

test('an action without rules reads none', async () => {
  await publishItem('stall-none', [], 'stall-none.area > 10');
  const { workorderId } = await start('stall-none', { area: 5 });
  const recording = recordStatements();
  try {
    expect((await press('stall-none', workorderId)).status).toBe(200);
  } finally {
    recording.stop();
  }
  expect(recording.sent.length).toBeGreaterThan(0);
  expect(recording.sent.filter(({ text }) => text.includes('rule_definitions'))).toEqual([]);
});
