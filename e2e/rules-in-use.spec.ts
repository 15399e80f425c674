import { expect, type Page } from '@playwright/test';
import { forms } from '#contract/forms.ts';
import { items } from '#contract/items.ts';
import { processes } from '#contract/processes.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import { newForm } from '#domain/forms/editing.ts';
import { newRule } from '#domain/rules/model.ts';
import { newPlan, newStep } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { openSession } from './calls.ts';
import { chooseOption, typeCode } from './form-controls.ts';
import { handlerBar, openFromList, readResult } from './handling.ts';
import { test } from './journey.ts';
import { openScreen } from './office-setup.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const form = '占道经营申请表';
const code = 'street-stall';
const tip = '占道面积不得超过 20 平方米';
const daysTip = '占道不得超过 30 天';

/** A refused action is answered with a status that the browser logs. */
test.use({ expectedStatuses: [400] });

/** Publishes the form, two rules and the process, which are written without their screens. */
async function publishParts(address: string): Promise<void> {
  const token = await openSession(address, people.configAdmin);
  const post = async ({ path }: { path: string }, body: object) => {
    const headers = { 'x-access-token': token, 'content-type': 'application/json' };
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await answer.json()).toMatchObject({ errcode: 0 });
  };
  const fields = [
    { id: 'place', title: '经营地点', 'x-component': 'single-line', required: true },
    { id: 'area', title: '占道面积', 'x-component': 'number', 'x-props': { unit: '平方米' } },
    { id: 'days', title: '占道天数', 'x-component': 'number', 'x-props': { unit: '天' } },
  ];
  await post(forms.publish, { json: JSON.stringify({ ...newForm(code, form), schema: { fields } }) });
  const param = {
    paramType: 'number' as const,
    source: 'data' as const,
    value: '',
    elementId: '',
    paramId: '',
  };
  const atMost = (id: string, name: string, key: string, most: number, tipContext: string) => {
    const rule = newRule(id, name);
    const compared = { dataKey: key, operator: 'LE' as const, paramType: 'number' as const };
    return {
      ...{
        ...rule,
        ruleBase: { ...rule.ruleBase, tipContext },
        ruleParams: [{ ...param, dataKey: key, name }],
      },
      ruleConditions: [{ ...compared, compareValueKey: '', compareValue: String(most) }],
    };
  };
  for (const rule of [
    atMost('stall-days', '占道天数', 'days', 30, daysTip),
    atMost('small-stall', '小面积占道', 'area', 10, ''),
  ])
    await post(ruleLibrary.publish, { json: JSON.stringify(rule) });
  const step = (id: string, name: string, authority: 1 | 2) => ({
    ...newStep({ steps: [], forms: [] }),
    ...{ id, name, opinionRequired: true, forms: [{ form: code, authority, fields: [] }] },
    handlers: [{ kind: 'role' as const, id: 'handler', name: '经办人' }],
  });
  const when = { form: code, field: 'area', is: '>=' as const, value: 987 };
  const plan = {
    ...newPlan(code, '占道经营许可办理'),
    forms: [{ form: code, authority: 2 as const, fields: [] }],
    steps: [step('step-1', '审查', 2), { ...step('step-2', '复核', 1), when }],
  };
  const xml = writePlan(plan)
    .replace(`${code}.area &gt;= 987`, 'not(rule("small-stall"))')
    .replace('id="handle" code="1"', 'id="handle" rule="stall-days" code="1"');
  await post(processes.publish, { xml });
}

/** Writes the rule for the area in its screen, and publishes it. */
async function writeRule(page: Page): Promise<void> {
  await openScreen(page, '/business/rules', '规则');
  await page.getByRole('button', { name: '新建规则', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: '新建规则' });
  await dialog.getByLabel('规则名称').fill('占道面积不超过标准');
  await typeCode(dialog, 'stall-area');
  await dialog.getByRole('button', { name: '添加条件' }).click();
  await page.getByRole('button', { name: '添加参数' }).click();
  await page.getByRole('textbox', { name: '参数 1 的名称' }).fill('占道面积');
  await page.getByRole('textbox', { name: '参数 1 的 dataKey' }).fill('size');
  await page.getByRole('button', { name: '添加条件' }).click();
  await chooseOption(page, '条件 1 的比较', /小于等于/);
  await page.getByRole('textbox', { name: '条件 1 的固定值' }).fill('20');
  await page.getByLabel('不满足时提示').fill(tip);
  await publish(page);
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^发布/ });
  await dialog.getByRole('button', { name: '确认发布' }).click();
  await expect(dialog).toBeHidden();
}

/** Lets the area of the form satisfy the rule, in the editor of forms. */
async function useRuleInForm(page: Page): Promise<void> {
  await openScreen(page, `/business/forms/${code}`, form);
  await page
    .getByRole('button', { name: /占道面积/ })
    .first()
    .click();
  await page.getByRole('button', { name: '添加规则' }).click();
  const rule = page.getByRole('combobox', { name: '规则 1', exact: true });
  await rule.click();
  await rule.fill('占道面积不超过标准');
  await page.locator('.ant-select-dropdown:visible').getByText('占道面积不超过标准', { exact: true }).click();
  await expect(page.getByRole('combobox', { name: '规则 1 的“占道面积”取自' })).toBeVisible();
  await expectAccessible(page, 'a field with a rule of the library');
  await publish(page);
  await expect(page.getByText(/当前第 2 版/)).toBeVisible();
}

async function publishItem(address: string): Promise<void> {
  const headers = {
    'x-access-token': await openSession(address, people.configAdmin),
    'content-type': 'application/json',
  };
  const body = JSON.stringify({
    ...{ taskCode: code, name: '占道经营许可', categoryId: 'permit', orgId: '330127-scj', processKey: code },
    ...{ formCodes: [code], titleFields: ['place'], duplicateCheck: false, applicantWord: '申请人' },
    ...{ serveTypes: ['window'], secondApproval: false, summary: '办理临时占道经营。', guide: '', sortBy: 9 },
    ...{ extFields: [], petitionFields: null, traceSource: null, papers: [], situations: [] },
  });
  const answer = await fetch(address + items.publish.path, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ errcode: 0 });
}

test('a rule that its author wrote refuses with its tip on a form and a button, and decides a branch', async ({
  openSignedIn,
  baseURL,
}) => {
  const address = baseURL ?? '';
  await publishParts(address);
  const author = await openSignedIn(people.configAdmin, '/business/rules');
  await writeRule(author);
  await useRuleInForm(author);
  await publishItem(address);
  await openScreen(author, '/business/rules/stall-area', '占道面积不超过标准');
  const uses = author.getByRole('list', { name: '用在哪里' });
  await expect(uses.getByRole('link', { name: `表单“${form}”的字段“占道面积”` })).toBeVisible();
  await expectAccessible(author, 'a rule with its users');

  const clerk = await openSignedIn(people.clerk, '/workflow-new');
  await clerk.getByRole('button', { name: '发起占道经营许可' }).last().click();
  await clerk.getByLabel('姓名').fill('王大力');
  await clerk.getByLabel('手机号').fill('13800138000');
  await clerk.getByLabel('经营地点').fill('排岭南路夜市');
  const area = clerk.getByLabel('占道面积');
  await area.fill('21');
  await area.blur();
  const field = clerk.locator('[data-path="area"]');
  await expect(field.getByText(tip)).toBeVisible();
  await expectAccessible(clerk, 'a field that a rule refuses');
  for (const size of [
    { width: 390, height: 844 },
    { width: 1366, height: 625 },
  ]) {
    await clerk.setViewportSize(size);
    await expectNoOverflow(clerk, `a refused field at ${size.width}`);
  }
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  await expect(clerk.getByRole('alert').filter({ hasText: tip })).toBeVisible();
  await area.fill('15');
  await expect(field.getByText(tip)).toHaveCount(0);
  await clerk.getByLabel('占道天数').fill('45');
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  const done = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  const number = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

  const handler = await openSignedIn(people.receiver, '/todo');
  await openFromList(handler, number);
  const opinion = '材料齐全，拟同意。';
  const press = async () => {
    await handlerBar(handler).getByRole('button', { name: '办理', exact: true }).click();
    return handler.getByRole('dialog', { name: /办理/ });
  };
  const refused = await press();
  await expect(refused.getByRole('alert').getByText(daysTip)).toBeVisible();
  await expect(refused.getByText('请求编号')).toHaveCount(0);
  await refused.getByRole('textbox').first().fill(opinion);
  await expect(refused.getByRole('button', { name: /^确认/ })).toBeDisabled();
  await expectAccessible(handler, 'an action that the rule of its button refuses');
  await handler.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(handler, 'a refused action at 390');
  await handler.setViewportSize({ width: 1366, height: 625 });
  await handler.keyboard.press('Escape');
  await expect(refused).toBeHidden();
  await handler.getByLabel('占道天数').fill('30');

  // An area above 10 is reviewed by a second person: the preview shows the branch before it is taken.
  const accepted = await press();
  await expect(accepted.getByText('复核').first()).toBeVisible();
  await expect(accepted.getByRole('textbox').first()).toHaveValue(opinion);
  await accepted.getByRole('button', { name: /^确认/ }).click();
  await readResult(handler, '办理', number, '复核');
  await openScreen(clerk, `/view/${number}`, '办件详情');
  await expect(clerk.getByText('复核', { exact: true }).first()).toBeVisible();
});
