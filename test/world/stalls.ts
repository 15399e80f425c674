import { randomUUID } from 'node:crypto';
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
import type { TestOffice } from './office.ts';
import { petition } from './start-data.ts';

export const param = (dataKey: string) => ({
  ...{ dataKey, name: `参数${dataKey}`, paramType: 'number' as const, source: 'data' as const },
  ...{ value: '', elementId: '', paramId: '' },
});
/** Returns a rule: the value of `key` is at most `most`. */
export const atMost = (id: string, key: string, most: number, tipContext = ''): ConfiguredRule => {
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
export const scriptOf = (id: string, key: string, script: string): ConfiguredRule => {
  const { ruleBase, ...rest } = newRule(id, `规则${id}`);
  return { ...rest, ruleBase: { ...ruleBase, kind: 'backend-script' }, ruleParams: [param(key)], script };
};
export const ruleUse = (code: string, fields: Record<string, string>): Rule => ({
  rule: 'process',
  code,
  fields,
});
export const formOf = (code: string, rules: readonly Rule[]) => ({
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
export const processOf = (code: string, condition: string, buttonRule = '') => {
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

/** Publishes items whose forms, buttons and conditions use rules, and starts and handles their orders. */
export function openStalls(office: TestOffice) {
  const { db } = office.context;
  const admin = office.as('xiaohan');
  const clerk = office.as('zhangwei');
  const handler = office.as('liuyang');
  const publishRule = (rule: ConfiguredRule) =>
    admin.done(ruleLibrary.publish, { body: { json: JSON.stringify(rule) } });

  const checkProcess = (xml: string) => admin.done(processes.lint, { body: { xml } });
  const checkForm = (model: object) => admin.done(forms.check, { body: { json: JSON.stringify(model) } });

  /** Publishes a form, a process and an item of this code. */
  async function publishItem(code: string, rules: readonly Rule[], condition: string, buttonRule?: string) {
    await admin.done(forms.publish, { body: { json: JSON.stringify(formOf(code, rules)) } });
    await admin.done(processes.publish, { body: { xml: processOf(code, condition, buttonRule) } });
    const body = {
      ...{
        taskCode: code,
        name: '占道经营许可',
        categoryId: 'permit',
        orgId: '330127-scj',
        processKey: code,
      },
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
  return {
    ...{ publishRule, checkProcess, checkForm, publishItem, startBody, tryStart, start },
    ...{ press, preview, nodesOpenedBy, openNodes },
  };
}
