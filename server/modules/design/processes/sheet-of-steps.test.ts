import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { processes, stepSheet } from '#contract/processes.ts';
import { editedInFormText, stepColumns } from '#domain/workflow/steps/step-columns.ts';
import { newPlan, newStep, type PlanStep, type StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { lockAccounts } from '#server/modules/access/rights/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { publishProcess, readProcess } from './service.ts';

const office = await testOffice();
const { db } = office.context;
const admin = office.as('xiaohan');

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Only the configuration administrator publishes processes. */
const others = { zhangwei: 403, liuyang: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };

type Rows = NonNullable<WriteSheet['rows']>;
const head = stepColumns.map(({ title }) => title);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const workbookOf = async (rows: Rows, heads: readonly string[] = head) =>
  base64(await writeXlsx({ sheets: [{ name: '流程步骤', rows: [[...heads], ...rows] }] }));
const row = (cells: Record<string, string | number>) => {
  const all: Record<string, string | number> = {
    流程编码: 'stall',
    流程名称: '占道经营许可',
    处理人: '角色:handler',
    发起人填写的表单: 'permit-application:可填写',
    ...cells,
  };
  return head.map((title) => all[title] ?? null);
};
const previewOf = async (file: string) => {
  const { digest } = await admin.done(stepSheet.preview, { body: { file } });
  return { body: { file, digest } };
};
const importRows = async (rows: Rows) => admin.done(stepSheet.apply, await previewOf(await workbookOf(rows)));
const problemsOf = async (rows: Rows) => {
  const { problems } = await admin.done(stepSheet.preview, { body: { file: await workbookOf(rows) } });
  return problems.map((one) => `${one.row} ${one.column} ${one.message}`);
};
const versionsOf = async (key: string) => {
  const query = db.selectFrom('process_definitions').select('version').where('key', '=', key);
  return (await query.orderBy('version', 'desc').execute()).map(({ version }) => version);
};
const planOf = async (key: string) => {
  const { rows } = await admin.done(processes.versions, { query: { key } });
  return (await admin.done(processes.version, { query: { id: rows[0]?.id ?? '' } })).plan as StepPlan;
};
const publish = (plan: StepPlan) => admin.done(processes.publish, { body: { xml: writePlan(plan) } });
const exportedRows = async () => {
  const { file } = await admin.done(stepSheet.exportRows, {});
  const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
  return (sheets[0]?.rows ?? []).slice(1) as Rows;
};
const columnOf = (title: string) => head.indexOf(title);

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  ...newStep({ steps: [], forms: [] }),
  id,
  name: `办理${id}`,
  handlers: [{ kind: 'role', id: 'handler', name: '经办人员' }],
  ...more,
});
/** A plan with a value in every property. */
const full: StepPlan = {
  ...newPlan('full', '样样都有'),
  limit: { amount: 30, unit: 'calendarDay' },
  result: 91,
  forms: [{ form: 'permit-application', authority: 2, fields: [] }],
  steps: [
    step('step-1', {
      stage: 3,
      limit: { amount: 2, unit: 'workingDay' },
      handle: '受理',
      namesNext: true,
      opinionRequired: true,
      refusal: { name: '不予受理', result: 11 },
      buttons: [
        'forward',
        'return',
        'countersign',
        'add-signer',
        'delegate',
        'void',
        'withdraw',
        'copy',
        'urge',
      ],
      forms: [{ form: 'permit-application', authority: 1, fields: ['decision', 'siteVisit'] }],
    }),
    step('step-2', {
      share: 'most',
      buttons: ['return'],
      handlers: [
        { kind: 'initiator' },
        { kind: 'step', id: 'step-1' },
        { kind: 'staff', id: 'staff-liuyang', name: '刘洋' },
        { kind: 'position', id: 'petition-examiner', name: '旧的岗位名称' },
      ],
      when: { form: 'permit-application', field: 'floorArea', is: '>=', value: 20 },
    }),
    step('step-3', {
      forms: [{ form: 'permit-application', authority: 0, fields: [] }],
      when: { form: 'permit-application', field: 'changeItems', is: 'has', value: 'legal' },
    }),
  ],
};
await publish(full);

describeCalls(office, stepSheet, {
  template: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ fileName, file }) => {
      expect(fileName).toBe('流程步骤导入模板.xlsx');
      const { sheets } = await readXlsx(Buffer.from(file, 'base64'));
      expect(sheets[0]?.rows[0]?.slice(0, 5)).toEqual([
        '*流程编码',
        '*流程名称',
        '步骤序号',
        '步骤标识',
        '*步骤名称',
      ]);
    },
  },
  exportRows: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: async ({ file }) => {
      // The exported spreadsheet is imported again and changes nothing; drawn processes are not in it.
      const preview = await admin.done(stepSheet.preview, { body: { file } });
      expect(preview).toMatchObject({ added: 0, changed: 0, same: 3, wrong: 0 });
      const [first = [], second = []] = await exportedRows();
      expect(first[columnOf('处理人')]).toBe('角色:handler（经办人员）');
      expect(second[columnOf('办理条件')]).toBe('permit-application.floorArea >= 20');
      expect(first[columnOf('整件时限')]).toBe('30 天');
      expect((await exportedRows()).flat()).not.toContain(editedInFormText);
      expect(first[columnOf('办结后的状态')]).toBe('准予许可（套餐）');
    },
  },
  preview: {
    caller: 'xiaohan',
    request: async () => ({
      body: { file: await workbookOf([row({ 流程编码: 'seen-only', 步骤名称: '受理' })]) },
    }),
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ body: { file: '' } }), expectedProblems: [['file', '请选择要导入的文件']] },
    ],
    checkAnswer: async (preview) => {
      expect(preview).toMatchObject({ added: 1, changed: 0, wrong: 0 });
      expect(await versionsOf('seen-only')).toEqual([]);
    },
  },
  apply: {
    caller: 'xiaohan',
    request: async () =>
      previewOf(
        await workbookOf([
          row({ 步骤名称: '受理', 办件状态: '待受理', 终止按钮: '不予受理', 其他按钮: '退回' }),
          row({
            步骤名称: '核查',
            处理人: '步骤:受理、岗位：petition-examiner',
            办理方式: '每名处理人各办一份，全部办结',
            时限: 5,
            表单: 'permit-application:只读+siteVisit',
            办理条件: 'permit-application.floorArea≥100',
          }),
        ]),
      ),
    refusedFor: others,
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ added: 2, changed: 0 });
      expect(await versionsOf('stall')).toEqual([1]);
      const position = await db
        .selectFrom('positions')
        .select('name')
        .where('id', '=', 'petition-examiner')
        .executeTakeFirstOrThrow();
      const role = await db
        .selectFrom('roles')
        .select('name')
        .where('code', '=', 'handler')
        .executeTakeFirstOrThrow();
      expect(await planOf('stall')).toEqual({
        ...newPlan('stall', '占道经营许可'),
        forms: [{ form: 'permit-application', authority: 2, fields: [] }],
        steps: [
          step('step-1', {
            name: '受理',
            stage: 3,
            handlers: [{ kind: 'role', id: 'handler', name: role.name }],
            buttons: ['return'],
            refusal: { name: '不予受理', result: 11 },
          }),
          step('step-2', {
            name: '核查',
            handlers: [
              { kind: 'step', id: 'step-1' },
              { kind: 'position', id: 'petition-examiner', name: position.name },
            ],
            share: 'all',
            limit: { amount: 5, unit: 'workingDay' },
            buttons: [],
            forms: [{ form: 'permit-application', authority: 1, fields: ['siteVisit'] }],
            when: { form: 'permit-application', field: 'floorArea', is: '>=', value: 100 },
          }),
        ],
      });
      const auditRecord = await db
        .selectFrom('audit_links')
        .select(['detail', 'object_id', 'staff_name'])
        .where('action', '=', 'sheet.import')
        .executeTakeFirstOrThrow();
      expect(auditRecord).toMatchObject({
        object_id: 'process-steps',
        staff_name: '肖涵',
        detail: { title: '流程步骤', added: 2, addedKeys: ['stall / step-1', 'stall / step-2'] },
      });
    },
  },
});

describe('a spreadsheet import of steps', () => {
  test('publishes a changed process once as its next version; items and orders stay on theirs', async () => {
    const startData = petition(7);
    const fields = Object.keys(startData.start.workorderForms?.[0]?.content ?? {}).sort();
    const first = await publish({
      ...newPlan('letters', '来信办理'),
      forms: [{ form: 'petition-letter', authority: 1, fields }],
      steps: [step('step-1', { name: '经办' }), step('step-2', { name: '复核' })],
    });
    await db
      .updateTable('business_items')
      .set({ process_definition_id: first.id })
      .where('task_code', '=', 'petition-letter')
      .execute();
    const order = await openDesk(office).start('zhangwei', startData);
    const changed = (await exportedRows()).map((cells) =>
      cells[0] === 'letters'
        ? cells.with(columnOf('时限'), 9).with(columnOf('流程名称'), '来信简易办理')
        : cells,
    );
    expect(await importRows(changed)).toEqual({ added: 0, changed: 2 });
    expect(await versionsOf('letters')).toEqual([2, 1]);
    expect(await versionsOf('full')).toEqual([1]);
    expect(await planOf('full')).toEqual(full);
    expect((await planOf('letters')).steps.map(({ name, limit }) => [name, limit?.amount])).toEqual([
      ['经办', 9],
      ['复核', 9],
    ]);
    const uses = sql<{
      id: string;
    }>`select process_definition_id as id from work_orders where id = ${order.id}
      union all select process_definition_id from business_items where task_code = 'petition-letter' and current`;
    expect((await uses.execute(db)).rows).toEqual([{ id: first.id }, { id: first.id }]);
  });

  test('changes only the given rows and columns, and leaves all other steps and parts unchanged', async () => {
    await publish({ ...full, key: 'partly' });
    const heads = ['流程编码', '流程名称', '步骤标识', '步骤名称', '时限'];
    const file = await workbookOf([['partly', '样样都有', 'step-2', '改过的名称', 7]], heads);
    expect(await admin.done(stepSheet.apply, await previewOf(file))).toEqual({ added: 0, changed: 1 });
    const [one, two, three] = full.steps as [PlanStep, PlanStep, PlanStep];
    expect(await planOf('partly')).toEqual({
      ...full,
      key: 'partly',
      steps: [one, { ...two, name: '改过的名称', limit: { amount: 7, unit: 'workingDay' } }, three],
    });
  });

  test('reports all problems of every process by row and column, and publishes none', async () => {
    await publish({ ...full, key: 'parted' });
    const rows = [
      row({ 流程编码: 'fine', 步骤名称: '受理' }),
      row({ 流程编码: 'permit-application', 步骤名称: '受理' }),
      row({ 流程编码: 'Upper', 步骤名称: '受理', 发起人填写的表单: 'permit-application:只读' }),
      row({ 流程编码: 'open', 步骤名称: '受理', 处理人: '', 步骤序号: 2 }),
      row({
        流程编码: 'open',
        步骤名称: '核查',
        处理人: '步骤:核查',
        办理方式: '每名处理人各办一份，全部办结',
        其他按钮: '撤回',
        步骤序号: 1,
      }),
      row({
        流程编码: 'cells',
        步骤名称: '受理',
        处理人: '角色:nobody、个人:刘洋',
        办理条件: 'permit-application.decision = 同意',
      }),
      row({ 流程编码: 'cells', 流程名称: '另一个', 步骤名称: '核查', 整件时限: '20', 步骤序号: 1 }),
      row({ 流程编码: 'cells', 步骤名称: '送达', 办件状态: '没有这种', 步骤序号: 1 }),
      row({
        流程编码: 'long',
        步骤名称: '受理',
        办理条件: `permit-application.address = ${'长'.repeat(971)}`,
      }),
      row({
        流程编码: 'parted',
        流程名称: '样样都有',
        步骤标识: 'step-1',
        步骤名称: '受理',
        步骤序号: 3,
        整件时限: '30 天',
        办结后的状态: '准予许可（套餐）',
      }),
    ];
    expect(await problemsOf(rows)).toEqual([
      '3 流程编码 流程“行政许可办理”是用流程文件发布的，不能用表格修改，请用“发布流程文件”发布新版本',
      '4 流程编码 流程编码应以小写字母开头，由小写字母、数字和连字符组成',
      '4 发起人填写的表单 请选择发起人填写的表单',
      '5 处理人 请选择处理人',
      '6 处理人 处理人只能是前面步骤的办理人',
      '6 其他按钮 各办一份时不能有“撤回”',
      '7 处理人 没有编码为“nobody”的角色',
      '7 处理人 没有编码为“刘洋”的人员；“刘洋”的编码是“staff-liuyang”',
      '7 办理条件 字段“许可决定”没有选项“同意”，可填：grant（准予许可）、refuse（不予许可）',
      '8 流程名称 与第 7 行的“占道经营许可”不一致',
      '8 整件时限 应写作“20 个工作日”“30 天”或“3 个月”',
      '9 步骤序号 与第 8 行的序号相同',
      expect.stringContaining('9 办件状态 没有“没有这种”'),
      expect.stringMatching(/^10 办理条件 连线“是”（是否受理之后）：条件/),
      '11  步骤“办理step-2”：处理人只能是前面步骤的办理人',
    ]);
    const { body } = await admin.call(stepSheet.apply, {
      body: { file: await workbookOf(rows), digest: 'x' },
    });
    expect(body.errcode).toBe(400);
    for (const key of ['fine', 'Upper', 'open', 'cells', 'long']) expect(await versionsOf(key)).toEqual([]);
    expect(await versionsOf('permit-application')).toEqual([1]);
    expect(await versionsOf('parted')).toEqual([1]);
  });

  test('is refused when a step was changed after the preview', async () => {
    await publish({ ...full, key: 'stale' });
    const rows = (await exportedRows()).filter(([key]) => key === 'stale');
    const sent = await previewOf(await workbookOf(rows.map((cells) => cells.with(columnOf('时限'), 8))));
    await publish({ ...full, key: 'stale', steps: full.steps.map((each) => ({ ...each, handle: '办结' })) });
    const { body } = await admin.call(stepSheet.apply, sent);
    expect(body).toMatchObject({ errcode: 40956, errmsg: '数据已变动，请重新预览' });
    expect(await versionsOf('stale')).toEqual([2, 1]);
  });

  test('is refused, and publishes nothing, when another step is published between reading and writing', async () => {
    await publish({ ...full, key: 'raced' });
    const rows = (await exportedRows()).filter(([key]) => key === 'raced').slice(0, 1);
    const sent = await previewOf(await workbookOf(rows.map((cells) => cells.with(columnOf('时限'), 8))));
    const other = { ...full, key: 'raced', steps: full.steps.toSpliced(2, 1) };
    const read = await readProcess(writePlan(other), 'other-requester');
    let answer: Promise<{ body: { errcode: number } }> | undefined;
    await inTransaction(db, async (tx) => {
      await lockAccounts(tx);
      answer = admin.call(stepSheet.apply, sent);
      await waitForBlockedQuery(db);
      await publishProcess(tx, office.context, { name: '肖涵' }, read);
    });
    expect((await answer)?.body).toMatchObject({ errcode: 40956 });
    expect(await planOf('raced')).toEqual(other);
  });

  test('accepts at most 100 processes', async () => {
    const many = Array.from({ length: 101 }, (_, number) =>
      row({ 流程编码: `many-${number}`, 步骤名称: '受理' }),
    );
    expect(await problemsOf(many)).toEqual(['0  一次最多修改 100 个流程，请分成几个文件']);
  });
});
