import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { batch } from '#contract/batch.ts';
import { forms } from '#contract/forms.ts';
import { initiation } from '#contract/initiation.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import type { Rule } from '#domain/forms/model.ts';
import type { ConfiguredRule } from '#domain/rules/model.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { recordStatements } from '#test/world/sent-statements.ts';
import { atMost, formOf, openStalls, param, processOf, ruleUse, scriptOf } from '#test/world/stalls.ts';

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
const stalls = openStalls(office);
const { publishRule, checkProcess, checkForm, publishItem, startBody, tryStart, start } = stalls;
const { press, preview, nodesOpenedBy, openNodes } = stalls;

await publishRule(atMost('street-area', 'size', 20, tip));
await publishRule(atMost('no-tip', 'size', 20));
await publishRule(atMost('few-days', 'days', 30, '占道不得超过 30 天'));
await publishRule(atMost('small', 'area', 10, ''));
await publishRule(scriptOf('broken', 'area', 'return nowhere.value'));

describe('a field with a rule of the library (S2 §8)', async () => {
  const area = { size: 'area' };
  await publishItem('stall-field', [ruleUse('street-area', area)], 'false');
  await publishItem('stall-plain', [ruleUse('no-tip', area)], 'true');
  await publishItem('stall-broken', [ruleUse('broken', { area: 'area' })], 'false');

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
    expect(await problemsOf(ruleUse('unknown', {}))).toEqual([
      { field: 'area', message: '规则“unknown”尚未发布' },
    ]);
    expect(await problemsOf(ruleUse('street-area', { width: 'area' }))).toEqual([
      { field: 'area', message: '规则“规则street-area”的参数“参数size”（size）没有对应的字段' },
      { field: 'area', message: '规则“规则street-area”没有参数“width”' },
    ]);
    expect(await problemsOf(ruleUse('street-area', { size: 'none' }))).toEqual([
      { field: 'area', message: '校验规则引用了不存在的字段“none”' },
    ]);
    expect(await problemsOf(ruleUse('street-area', { size: 'phone' }))).toEqual([
      { field: 'area', message: '规则库的规则不能引用脱敏字段或密码字段“电话”' },
    ]);
    const json = JSON.stringify(formOf('stall-check', [ruleUse('unknown', {})]));
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
