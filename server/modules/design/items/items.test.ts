import { afterAll, describe, expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { documentTemplates } from '#contract/document-templates.ts';
import { forms } from '#contract/forms.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import { items } from '#contract/items.ts';
import { officeGroups } from '#contract/office-parts.ts';
import { processes } from '#contract/processes.ts';
import { newForm } from '#domain/forms/editing.ts';
import { defaultRecordSettings } from '#domain/records/record-settings.ts';
import { newPlan, newStep } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const admin = office.as('xiaohan');

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Only the configuration administrator publishes items. */
const others = { zhangwei: 403, liuyang: 403, wujianguo: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };

const model = newForm('street-stall', '占道经营申请表');
const stall = {
  ...model,
  schema: { fields: [{ id: 'place', title: '经营地点', 'x-component': 'single-line', required: true }] },
};
const plan = {
  ...newPlan('street-stall', '占道经营许可办理'),
  forms: [{ form: 'street-stall', authority: 2 as const, fields: [] }],
  steps: [
    {
      ...newStep({ steps: [], forms: [] }),
      name: '决定',
      handlers: [{ kind: 'role' as const, id: 'handler', name: '经办人' }],
      forms: [{ form: 'street-stall', authority: 1 as const, fields: [] }],
    },
  ],
};
await admin.done(forms.publish, { body: { json: JSON.stringify(stall) } });
await admin.done(processes.publish, { body: { xml: writePlan(plan) } });

const settings = (more: Partial<ItemSettings> = {}): ItemSettings => ({
  records: defaultRecordSettings,
  taskCode: 'street-stall',
  name: '占道经营许可',
  categoryId: 'permit',
  orgId: '330127-scj',
  processKey: 'street-stall',
  formCodes: ['street-stall'],
  titleFields: ['place'],
  duplicateCheck: false,
  applicantWord: '申请人',
  serveTypes: ['window'],
  secondApproval: false,
  ownMatter: false,
  summary: '办理临时占道经营。',
  guide: '<p onclick="x()">带身份证件</p>',
  sortBy: 9,
  extFields: [],
  petitionFields: null,
  traceSource: null,
  papers: [],
  situations: [],
  ...more,
});

const rowsOf = (taskCode: string) =>
  db
    .selectFrom('business_items')
    .select(['id', 'current', 'guide', 'area_code', 'process_definition_id', 'form_definition_ids'])
    .where('task_code', '=', taskCode)
    .orderBy('version')
    .execute();
let number = 0;
const newSettings = () => settings({ taskCode: `stall-${++number}` });

/** Returns the organisations as the tree shows them, each followed by those below it. */
async function idsInTreeOrder(): Promise<string[]> {
  const rows = await db.selectFrom('organisations').selectAll().orderBy('sort_by').orderBy('code').execute();
  const below = (parent: string | null): string[] =>
    rows
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap(({ id, kind, enabled }) => [
        ...(enabled && kind === 'organisation' ? [id] : []),
        ...below(id),
      ]);
  return below(null);
}

describeCalls(office, items, {
  list: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows, categories }) => {
      expect(rows.map(({ taskCode }) => taskCode)).toContain('petition-letter');
      expect(rows[0]).toMatchObject({ current: true, outdated: false, version: 1 });
      expect(categories).toContainEqual({ id: 'petition', name: '信访服务', sortBy: 1, items: 1 });
    },
  },
  read: {
    caller: 'xiaohan',
    request: { query: { taskCode: 'petition-letter' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['taskCode', '不能为空']] }],
    checkAnswer: async (item) => {
      expect(item).toMatchObject({
        version: 1,
        current: true,
        settings: { processKey: 'petition-letter', formCodes: ['petition-letter'], applicantWord: '信访人' },
      });
      // The settings that were read can be sent again unchanged.
      expect(await admin.done(items.check, { body: item.settings })).toEqual({ problems: [] });
      expect(await admin.done(items.publish, { body: item.settings })).toEqual({
        taskCode: 'petition-letter',
        version: 1,
      });
      expect((await admin.call(items.read, { query: { taskCode: 'none' } })).status).toBe(404);
    },
  },
  choices: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: async (choices) => {
      expect(choices.processes.find(({ key }) => key === 'street-stall')?.formCodes).toEqual([
        'street-stall',
      ]);
      expect(choices.forms.find(({ code }) => code === 'street-stall')?.fields).toEqual([
        { id: 'place', title: '经营地点', kind: 'single-line', titles: true, options: [] },
      ]);
      const ids = choices.organisations.map(({ id }) => id);
      expect(ids).toContain('330127-scj');
      expect(ids).toEqual(await idsInTreeOrder());
    },
  },
  check: {
    caller: 'xiaohan',
    request: {
      body: settings({
        taskCode: 'Stall 1',
        name: ' ',
        categoryId: 'none',
        orgId: 'none',
        processKey: 'none',
        formCodes: ['none'],
        serveTypes: [],
        summary: '',
        extFields: [{ label: '地点', field: 'none.place' }],
      }),
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...settings(), name: 'x'.repeat(101) } }),
        expectedProblems: [['name', '不能超过100个字符']],
      },
    ],
    checkAnswer: ({ problems }) => {
      expect(problems.map(({ field }) => field)).toEqual([
        'taskCode',
        'name',
        'categoryId',
        'orgId',
        'processKey',
        'formCodes',
        'serveTypes',
        'summary',
        'extFields[0]',
      ]);
    },
  },
  publish: {
    caller: 'xiaohan',
    request: async () => ({ body: newSettings() }),
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...settings(), sortBy: -1 } }),
        expectedProblems: [['sortBy', '不能小于0']],
      },
    ],
    checkAnswer: async ({ taskCode, version }) => {
      expect(version).toBe(1);
      expect(await rowsOf(taskCode)).toEqual([
        {
          id: `${taskCode}-1`,
          current: true,
          // Harmful content was removed.
          guide: '<p>带身份证件</p>',
          area_code: '330127',
          process_definition_id: 'street-stall:1',
          form_definition_ids: ['street-stall:1'],
        },
      ]);
      const auditRecords = await db
        .selectFrom('audit_links')
        .select('staff_name')
        .where('action', '=', 'item.offer')
        .where('object_id', '=', taskCode)
        .execute();
      expect(auditRecords).toEqual([{ staff_name: '肖涵' }]);
    },
  },
  disable: {
    caller: 'xiaohan',
    request: async () => {
      const { taskCode } = await admin.done(items.publish, { body: newSettings() });
      return { body: { taskCode } };
    },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['taskCode', '不能为空']] }],
    checkAnswer: async ({ taskCode }) => {
      expect(await rowsOf(taskCode)).toMatchObject([{ current: false }]);
      expect((await admin.call(items.disable, { body: { taskCode } })).status).toBe(404);
      const { rows } = await office.as('zhangwei').done(catalogue.itemPage, { query: {} });
      expect(rows.map((row) => row.taskCode)).not.toContain(taskCode);
    },
  },
  saveCategory: {
    caller: 'xiaohan',
    request: async () => ({ body: { name: `分类${++number}`, sortBy: 50 } }),
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ body: { name: ' ', sortBy: 1 } }), expectedProblems: [['name', '不能为空']] },
    ],
    checkAnswer: async ({ id }) => {
      await admin.done(items.saveCategory, { body: { id, name: '城市管理', sortBy: 51 } });
      const { categories } = await admin.done(items.list, {});
      expect(categories.find((each) => each.id === id)).toEqual({
        id,
        name: '城市管理',
        sortBy: 51,
        items: 0,
      });
    },
  },
  removeCategory: {
    caller: 'xiaohan',
    request: async () => ({
      body: await admin.done(items.saveCategory, { body: { name: `空${++number}`, sortBy: 60 } }),
    }),
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['id', '不能为空']] }],
    checkAnswer: async ({ id }) => {
      const { categories } = await admin.done(items.list, {});
      expect(categories.map((each) => each.id)).not.toContain(id);
      const withItems = await admin.call(items.removeCategory, { body: { id: 'petition' } });
      expect(withItems.status).toBe(400);
      expect(withItems.body.problems?.[0]?.message).toBe('分类“信访服务”下有 1 个事项，不能删除');
      const category = await admin.done(items.saveCategory, { body: { name: '组用', sortBy: 61 } });
      const group = { code: 'of-category', name: '组', sortBy: 1, applications: [category.id] };
      await office.as('tianye').done(officeGroups.create, { body: group });
      const ofGroup = await admin.call(items.removeCategory, { body: { id: category.id } });
      expect(ofGroup.status).toBe(400);
      expect(ofGroup.body.problems?.[0]?.message).toContain('用户组“组”');
    },
  },
});

describe('a published item', () => {
  test('accepts orders on a form and a process of the office, to the end', async () => {
    await admin.done(items.publish, { body: settings() });
    const start = {
      ...petition(31).start,
      taskCode: 'street-stall',
      itemDeployId: 'street-stall-1',
      workorderForms: [{ formId: 'street-stall:1', content: { place: '新安大街 1 号' } }],
    };
    const answer = await office.as('zhangwei').done(initiation.initiate, { body: start });
    const { workorderId } = answer as { workorderId: string };
    const order = () =>
      db.selectFrom('work_orders').select(['status', 'title']).where('id', '=', workorderId).execute();
    expect(await order()).toMatchObject([{ status: 4, title: expect.stringContaining('新安大街') }]);
    const trace = await db
      .selectFrom('traces')
      .select('number')
      .where('workorder_id', '=', workorderId)
      .where('handler_status', '=', 0)
      .executeTakeFirstOrThrow();
    const press = {
      workorderId,
      workorderTraceId: `${workorderId}.${trace.number}`,
      handlerOperation: '1' as const,
    };
    await office
      .as('liuyang')
      .done(handling.handle, { body: { ...press, buttonId: 'handle', handlerOpinion: '同意' } });
    expect(await order()).toMatchObject([{ status: 9 }]);
  });

  test('provides its form fields as facts for documents from the start', async () => {
    const facts = await admin.done(documentTemplates.facts, { query: { taskCode: 'street-stall' } });
    expect(facts.values.map(({ label }) => label)).toContain('占道经营申请表.经营地点');
  });

  test('is outdated by a newer form version, and its next version leaves the earlier one on its form', async () => {
    const changed = { ...stall, globalConfig: { ...stall.globalConfig, columns: 1 } };
    await admin.done(forms.publish, { body: { json: JSON.stringify(changed) } });
    const listed = async () =>
      (await admin.done(items.list, {})).rows.find(({ taskCode }) => taskCode === 'street-stall');
    expect(await listed()).toMatchObject({ outdated: true, version: 1 });
    await admin.done(items.publish, { body: settings() });
    expect(await listed()).toMatchObject({ outdated: false, version: 2 });
    expect(await rowsOf('street-stall')).toMatchObject([
      { current: false, form_definition_ids: ['street-stall:1'] },
      { current: true, form_definition_ids: ['street-stall:2'] },
    ]);
    // The newest version is listed although an earlier one comes before it in the order of the list.
    await admin.done(items.publish, { body: settings({ sortBy: 10 }) });
    expect(await listed()).toMatchObject({ current: true, version: 3 });
    const auditRecords = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', '=', 'street-stall')
      .where('action', '=', 'item.offer')
      .orderBy('seq')
      .execute();
    expect(auditRecords.map(({ detail }) => detail).slice(-2)).toEqual([
      {
        version: 2,
        changes: [{ title: '表单', was: '占道经营申请表（第 1 版）', now: '占道经营申请表（第 2 版）' }],
      },
      { version: 3, changes: [{ title: '顺序', was: '9', now: '10' }] },
    ]);
  });

  test('must have the forms that its process uses', async () => {
    const body = settings({ taskCode: 'stall-x', formCodes: ['petition-letter'] });
    const { status, body: refused } = await admin.call(items.publish, { body });
    expect(status).toBe(400);
    expect(refused.problems).toContainEqual({
      field: 'formCodes',
      message: '流程使用了表单“占道经营申请表”，事项没有选择它',
    });
  });

  test('report the missing form once, by its name and without its consequences', async () => {
    const { rows } = await admin.done(items.list, {});
    const letter = rows.find(({ name }) => name === '群众来信办理');
    const { settings: stored } = await admin.done(items.read, {
      query: { taskCode: letter?.taskCode ?? '' },
    });
    expect(stored.petitionFields).not.toBeNull();
    const check = async (more: Partial<ItemSettings>) =>
      (await admin.done(items.check, { body: { ...stored, ...more } })).problems;
    expect(await check({})).toEqual([]);
    expect(await check({ formCodes: [] })).toEqual([
      { field: 'formCodes', message: '请选择表单（流程使用“群众来信登记表”）' },
    ]);
    expect(await check({ formCodes: ['street-stall'] })).toEqual([
      { field: 'formCodes', message: '流程使用了表单“群众来信登记表”，事项没有选择它' },
    ]);
    const problems = await check({ processKey: 'street-stall', formCodes: ['street-stall'] });
    expect(problems.map(({ message }) => message)).toContain('历史信访：事项没有选择表单“群众来信登记表”');
  });
});

test('deleting a category and publishing an item in it concurrently lets only one of them succeed', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await admin.done(items.saveCategory, { body: { name: `争${round}`, sortBy: 70 } });
    const body = { ...settings(), taskCode: `contested-${round}`, categoryId: id };
    const [published, removed] = await Promise.all([
      admin.call(items.publish, { body }),
      admin.call(items.removeCategory, { body: { id } }),
    ]);
    expect([published.status, removed.status].sort()).toEqual([200, 400]);
  }
});
