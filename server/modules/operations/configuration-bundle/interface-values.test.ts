import { expect, test } from 'vitest';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { forms } from '#contract/forms.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import { newForm } from '#domain/forms/editing.ts';
import type { FormModel } from '#domain/forms/model.ts';
import type { OutboundInterface } from '#domain/interfaces/outbound-interface.ts';
import { type ConfiguredRule, newRule } from '#domain/rules/model.ts';
import { filesOfBundle } from '#test/world/foreign-bundle.ts';
import { type TestOffice, testOffice } from '#test/world/office.ts';

/** Tests that headers and fixed values of interfaces leave an office neither in a bundle nor in the audit log. */

const source = await testOffice();
const target = await testOffice();
const address = 'https://credit.example.gov.cn/status';

const interfaceWith = (secret: string, targetUrl = address): OutboundInterface => ({
  targetUrl,
  method: 'GET',
  headers: { Authorization: secret && `${secret}-header` },
  requestParams: [
    { key: 'code', field: 'code' },
    { key: 'app', value: secret && `${secret}-fixed` },
  ],
});
const formWith = (secret: string, title = '信用申请', targetUrl = address): FormModel => {
  const form = newForm('credit-form', title);
  const credit = { id: 'credit', title: '信用信息', ...interfaceWith(secret, targetUrl) };
  return {
    globalConfig: { ...form.globalConfig, interfaces: [credit] },
    schema: {
      fields: [
        { id: 'code', title: '信用代码', 'x-component': 'single-line' },
        { id: 'level', title: '信用等级', 'x-component': 'single-line', defaultValueInterface: 'credit' },
      ],
    },
  };
};
const param = { elementId: '', paramId: '', value: '', paramType: 'text' as const };
const ruleWith = (secret: string, name = '信用核查'): ConfiguredRule => {
  const rule = newRule('credit-rule', name);
  return {
    ...rule,
    ruleBase: { ...rule.ruleBase, kind: 'interface' },
    ruleParams: [
      { ...param, dataKey: 'code', name: '信用代码', source: 'data' },
      { ...param, dataKey: 'level', name: '信用等级', source: 'answer', value: 'level' },
    ],
    ruleConditions: [
      { dataKey: 'level', operator: 'EQ', paramType: 'text', compareValueKey: '', compareValue: 'A' },
    ],
    interface: interfaceWith(secret),
  };
};
const publishForm = (office: TestOffice, model: FormModel) =>
  office.as('xiaohan').done(forms.publish, { body: { json: JSON.stringify(model) } });
const publishRule = (office: TestOffice, rule: ConfiguredRule) =>
  office.as('xiaohan').done(ruleLibrary.publish, { body: { json: JSON.stringify(rule) } });

/** Exports forms and rules of the source and imports them; returns the file and the notes of the preview. */
async function moveDesign() {
  const { file } = await source
    .as('xiaohan')
    .done(configurationBundle.exportBundle, { query: { parts: 'rules,forms' } });
  const admin = target.as('xiaohan');
  const preview = await admin.done(configurationBundle.preview, { body: { file } });
  expect(preview.problems).toEqual([]);
  const { digest } = preview;
  await admin.done(configurationBundle.apply, {
    body: { file, parts: ['rules', 'forms'], digest, signer: preview.source.signer },
  });
  const contents = Object.values(filesOfBundle(file)).join('\n');
  return { contents, notes: preview.parts.flatMap(({ notes }) => notes) };
}

const interfacesInTarget = async () => {
  const { db } = target.context;
  const read = (table: 'form_definitions' | 'rule_definitions', code: string) =>
    db
      .selectFrom(table)
      .select('model')
      .where('code', '=', code)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow();
  const form = (await read('form_definitions', 'credit-form')).model as FormModel;
  const rule = (await read('rule_definitions', 'credit-rule')).model as ConfiguredRule;
  return [form.globalConfig.interfaces?.[0], rule.interface] as OutboundInterface[];
};
const valuesOf = ({ headers, requestParams = [] }: OutboundInterface) => [
  headers?.Authorization,
  ...requestParams.flatMap((each) => ('value' in each ? [each.value] : [])),
];

test('a bundle has the names of headers and fixed values; the other office enters and keeps its own', async () => {
  await publishForm(source, formWith('s3cret'));
  await publishRule(source, ruleWith('s3cret'));
  const missing = '没有请求头“Authorization”、参数“app”的固定值，导入后请填写并发布';
  const first = await moveDesign();
  expect([first.contents.includes('"Authorization":""'), first.contents.includes('s3cret')]).toEqual([
    true,
    false,
  ]);
  expect(first.notes).toEqual([`规则“信用核查”的接口${missing}`, `表单“信用申请”的接口“信用信息”${missing}`]);
  for (const each of await interfacesInTarget()) expect(valuesOf(each)).toEqual(['', '']);

  await publishForm(target, formWith('own'));
  await publishRule(target, ruleWith('own'));
  await publishForm(source, formWith('s3cret', '信用申请表'));
  await publishRule(source, ruleWith('s3cret', '企业信用核查'));
  expect((await moveDesign()).notes).toEqual([]);
  for (const each of await interfacesInTarget()) expect(valuesOf(each)).toEqual(['own-header', 'own-fixed']);

  await publishForm(source, formWith('s3cret', '信用申请表', 'https://other.example.gov.cn/status'));
  expect((await moveDesign()).notes).toEqual([`表单“信用申请表”的接口“信用信息”${missing}`]);
  const [ofForm] = await interfacesInTarget();
  expect(ofForm && valuesOf(ofForm)).toEqual(['', '']);
});

test('the audit log names that values of an interface have changed, and no value', async () => {
  await publishForm(source, formWith('chang3d'));
  await publishRule(source, ruleWith('chang3d'));
  const entries = await source.context.db.selectFrom('audit_links').selectAll().execute();
  const text = JSON.stringify(entries);
  expect(text.includes('请求头、固定值或地址参数')).toBe(true);
  expect(/s3cret|chang3d/.test(text)).toBe(false);
});
