import { afterAll, describe, expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const desk = openDesk(office);

const waiting = await desk.start('zhangwei', petition(1));
const handled = await desk.start('zhangwei', petition(2));
await desk.press('liuyang', handled, 'receive', 'receive');

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

test('a work order id is accepted in capital letters', async () => {
  const params = { workorderId: waiting.id.toUpperCase() };
  const { rows } = await office.as('liuyang').done(workOrders.forms, { params });
  expect(rows).toHaveLength(1);
});

test('myWorkOrderPage lists the to-do, done and initiated orders by the documented names (S0 §7, S1 §2)', async () => {
  const partOf = async (account: string, query: Record<string, string> = {}) => {
    const token = await openSession(office, account);
    const { body, text } = await office.call('/workorder/workorder/myWorkOrderPage', { token, query });
    expect(body.errcode, text).toBe(0);
    return (body.data as unknown as { rows: Record<string, unknown>[] }).rows;
  };
  expect((await partOf('liuyang'))[0]).toMatchObject({
    workorderId: waiting.id,
    workorderCode: waiting.code,
    name: '群众来信办理',
    nodeName: '收件',
    flowNodeId: 'receive',
    traceId: `${waiting.id}.2`,
    procInsId: waiting.id,
    itemDeployId: 'petition-letter-1',
    serveType: ['letter'],
  });
  const codes = async (...args: Parameters<typeof partOf>) =>
    (await partOf(...args)).map(({ workorderCode }) => workorderCode);
  expect(await codes('liuyang', { isDone: '1' })).toEqual([handled.code]);
  expect(await codes('liuyang', { isInitiated: 'true' })).toEqual([]);
  expect(await codes('zhangwei', { isInitiated: 'true', isDone: 'true' })).toEqual([
    handled.code,
    waiting.code,
  ]);
  expect(await codes('liuyang', { traceType: '3' })).toEqual([]);
});

test('a reveal of secret form fields requires the permission and adds an audit record to the order (S1 §6)', async () => {
  const params = { workorderCode: waiting.code };
  const { db } = office.context;
  const permissionRow = { role_code: 'window-clerk', permission: 'applicant:reveal' };
  await db
    .deleteFrom('role_permissions')
    .where((row) => row.and(permissionRow))
    .execute();
  expect((await office.as('zhangwei').call(workOrders.revealForms, { params })).status).toBe(403);
  await db.insertInto('role_permissions').values(permissionRow).execute();
  const rows = () =>
    db
      .selectFrom('audit_links')
      .select(['staff_id', 'detail'])
      .where('object_id', '=', waiting.id)
      .where('action', '=', 'work-order.reveal-forms')
      .execute();
  expect(await rows()).toEqual([]);
  await office.as('liuyang').done(workOrders.revealForms, { params });
  expect(await rows()).toMatchObject([{ detail: { forms: ['petition-letter'] } }]);
});

const byCode = { params: { workorderCode: waiting.code } };
const byId = { params: { workorderId: waiting.id } };
/** No participation in the order, and no permission to read those of its organisation. */
const refusedFor = { chenjing: 404, dengtao: 404, tianye: 403, pengbo: 404 };
const badCode = [
  {
    makeInvalid: () => ({ params: { workorderCode: 'abc' } }),
    expectedProblems: [['workorderCode', '办件流水号格式不正确']] as const,
  },
];
const badId = [
  {
    makeInvalid: () => ({ params: { workorderId: 'abc' } }),
    expectedProblems: [['workorderId', '办件标识不正确']] as const,
  },
];
const badPage = [
  {
    makeInvalid: () => ({
      query: { page: '0', size: '1000', status: 'x', startDate: '2026-02-30', sort: 'name' },
    }),
    expectedProblems: [
      ['page', '不能小于1'],
      ['size', '每页条数只能是5、10、20、30、40、50、100、150、200'],
      ['sort', '不是可选的值'],
      ['status', '格式不正确'],
      ['startDate', '日期无法识别，请按“2026-11-20”填写'],
    ] as const,
  },
];

describeCalls(office, workOrders, {
  todoPage: {
    caller: 'liuyang',
    request: {},
    refusedFor: {},
    invalidInputs: badPage,
    checkAnswer: ({ rows, total }) => {
      // 刘洋 receives letters and examines them.
      expect(total).toBe(2);
      expect(rows.map(({ code, nodeName }) => [code, nodeName])).toEqual([
        [waiting.code, '收件'],
        [handled.code, '受理审查'],
      ]);
      expect(rows[0]?.due.light).toBe('yellow');
      expect(rows[1]).toMatchObject({ traceId: `${handled.id}.3`, statusLabel: '待受理', dueOf: 'node' });
      expect(rows[1]?.due.light).toBe('green');
      expect(rows[1]?.wholeDue.dueAt).not.toBe(rows[1]?.due.dueAt);
    },
  },
  todoCounts: {
    caller: 'liuyang',
    request: {},
    refusedFor: { tianye: 403 },
    checkAnswer: (counts) =>
      expect(counts).toEqual({ all: 2, overdue: 0, today: 0, soon: 1, returned: 0, arrived: 2 }),
  },
  search: {
    caller: 'liuyang',
    request: { query: { keyword: '电梯' } },
    refusedFor: { tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { keyword: ' ' } }),
        expectedProblems: [['keyword', '请输入要查找的内容']],
      },
      {
        makeInvalid: () => ({ query: { keyword: '长'.repeat(101) } }),
        expectedProblems: [['keyword', '不能超过100个字符']],
      },
    ],
    checkAnswer: ({ rows }) => {
      // Both wait for 刘洋, who has already handled one of them: each is listed once, as a waiting task.
      expect(rows.map(({ code, list, traceId }) => [code, list, traceId])).toEqual([
        [waiting.code, 'todo', `${waiting.id}.2`],
        [handled.code, 'todo', `${handled.id}.3`],
      ]);
    },
  },
  donePage: {
    caller: 'liuyang',
    request: {},
    refusedFor: {},
    invalidInputs: [],
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(1);
      expect(rows[0]).toMatchObject({ code: handled.code, nodeName: '收件', traceId: `${handled.id}.2` });
    },
  },
  initiatedPage: {
    caller: 'zhangwei',
    request: {},
    refusedFor: {},
    invalidInputs: [],
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(2);
      expect(rows.map(({ code }) => code)).toEqual([handled.code, waiting.code]);
    },
  },
  myWorkOrderPage: {
    caller: 'zhangwei',
    request: { query: { order: 'asc', size: '5', isInitiated: '1' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { sort: 'handledAt' } }),
        expectedProblems: [['sort', '该列表不能按此列排序']],
      },
      { makeInvalid: () => ({ query: { isDone: '2' } }), expectedProblems: [['isDone', '不是可选的值']] },
    ],
    checkAnswer: ({ rows, total }) => {
      expect([rows.length, total, rows[0]?.code]).toEqual([2, 2, waiting.code]);
    },
  },
  detailPage: {
    caller: 'liuyang',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: (page) => {
      expect(page.order).toMatchObject({ code: waiting.code, statusLabel: '待收件', rollbackStatus: 0 });
      const names = page.task?.buttons.map(({ name }) => name);
      expect(names).toEqual(['确认收件', '转交', '退回', '不予收件', '作废', '委派']);
      expect(page.can).toEqual({
        handle: true,
        withdraw: false,
        reassign: false,
        recall: false,
        resubmit: false,
        copy: true,
        urge: false,
        reveal: true,
        restoreForms: false,
      });
      expect(page.process).toMatchObject({ activeNodeIds: ['receive'], doneNodeIds: ['start'] });
      // The three undertaking nodes are on branches from which the leader chooses later.
      const laterStage = page.process.stages.find(({ nodeIds }) => nodeIds.length > 1);
      expect(laterStage?.nodeIds).toEqual(['undertake', 'undertake-lead', 'undertake-assist']);
    },
  },
  info: {
    caller: 'liuyang',
    request: { ...byCode, query: { mark: 'select' } },
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: (info) => {
      expect(info).toMatchObject({
        id: waiting.id,
        workorderId: waiting.id,
        bizCode: waiting.code,
        withdraw: false,
        rollbackStatus: 0,
      });
      expect(info).toMatchObject({ procDefId: 'petition-letter:1', areaName: '淳安县', workorderState: 2 });
      expect(info).toMatchObject({ categoryId: 'petition', categoryName: '信访服务' });
      expect(info.extFields).toContainEqual({ label: '信访形式', value: '来信' });
    },
  },
  items: {
    caller: 'zhangwei',
    request: byId,
    refusedFor,
    invalidInputs: badId,
    checkAnswer: ({ baseInfo }) => {
      expect(baseInfo).toMatchObject({ name: '群众来信办理', areaName: '淳安县', orgName: '淳安县信访局' });
      expect(baseInfo.extFields).toContainEqual({ label: '发起人', value: '张伟' });
    },
  },
  applicantInfo: {
    caller: 'zhangwei',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: ({ applyer, operator }) => {
      expect(operator).toEqual({ name: '张伟' });
      expect(applyer).toMatchObject({ masked: true, certCategoryLabel: '居民身份证' });
      expect(applyer?.certCode).toMatch(/^\*+[\dX]{4}$/);
      expect(applyer?.mobile).toMatch(/^154\*{4}\d{4}$/);
    },
  },
  revealApplicant: {
    caller: 'liuyang',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: (applicant) => {
      expect(applicant).toMatchObject({ ...pick(waiting.startData.start.applyer), masked: false });
    },
  },
  revealForms: {
    caller: 'liuyang',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: ({ rows }) => {
      const [form] = rows;
      expect(rows).toHaveLength(1);
      expect(form).toMatchObject({
        formCode: 'petition-letter',
        content: { involved: [{ name: '钱经理', phone: expect.stringMatching(/^154\d{4}2345$/) }] },
      });
      // Fields that the node hides from the reader stay hidden.
      expect(Object.keys(form?.content ?? {})).not.toContain('acceptResult');
    },
  },
  restoreForms: {
    caller: 'shenjie',
    request: byCode,
    refusedFor: { ...refusedFor, liuyang: 403, zhangwei: 403 },
    invalidInputs: badCode,
    checkAnswer: (answer) => expect(answer).toEqual({ restored: 0 }),
  },
  formHistory: {
    caller: 'liuyang',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: ({ rows }) => expect(rows).toEqual([]),
  },
  forms: {
    caller: 'liuyang',
    request: byId,
    refusedFor,
    invalidInputs: badId,
    checkAnswer: ({ rows }) => {
      expect(rows).toHaveLength(1);
      const [form] = rows;
      expect(form).toMatchObject({ formCode: 'petition-letter', formType: 1, formVersionCode: 1 });
      expect(form?.authority).toMatchObject({ areaDetail: 2, summary: 1, acceptResult: 0 });
      const content = JSON.parse(form?.content ?? '') as Record<string, unknown>;
      expect(Object.keys(content)).not.toContain('acceptResult');
      expect(content.involved).toMatchObject([{ name: '钱经理', phone: '154****2345' }]);
      expect(JSON.parse(form?.formStructure ?? '')).toBeTypeOf('object');
      expect(form?.masked).toEqual(['involved[0].phone']);
    },
  },
  process: {
    caller: 'zhangwei',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: ({ xml, actIds, procInsId }) => {
      expect(xml).toContain('<bpmn:process id="petition-letter"');
      expect([actIds, procInsId]).toEqual([['receive'], waiting.id]);
    },
  },
  traces: {
    caller: 'zhangwei',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: ({ rows }) => {
      expect(rows.map(({ flowNodeName, handlerStatus }) => [flowNodeName, handlerStatus])).toEqual([
        ['收件', 0],
        ['来信登记', 1],
      ]);
      const emptyFields = {
        corrects: [],
        specials: [],
        outputs: [],
        expresses: [],
        pays: [],
        workorderRareVo: null,
      };
      for (const row of rows) expect(row).toMatchObject({ ...emptyFields, remindList: [], attachments: [] });
    },
  },
  myTrace: {
    caller: 'zhangwei',
    request: byCode,
    refusedFor,
    invalidInputs: badCode,
    checkAnswer: (trace) => expect(trace).toEqual({ id: `${waiting.id}.2`, flowNodeId: 'receive' }),
  },
});

function pick({ name, mobile, certCode }: { name: string; mobile: string; certCode: string }) {
  return { name, mobile, certCode };
}

describe('access to an order', () => {
  test('is given to the initiator, handlers, candidates and leaders of its organisation', async () => {
    const errcodeFor = async (account: string) =>
      (await office.as(account).call(workOrders.detailPage, { params: { workorderCode: handled.code } })).body
        .errcode;
    // lina belongs to the group that was asked to receive it, and liuyang was faster.
    for (const account of ['zhangwei', 'liuyang', 'lina', 'zhaomin', 'wujianguo', 'sunlei'])
      expect(await errcodeFor(account)).toBe(0);
    for (const account of ['xujun', 'tangwenbin']) expect(await errcodeFor(account)).toBe(404);
    expect(await errcodeFor('yuanyuan')).toBe(403);
  });

  test('returns 404 for an order that does not exist', async () => {
    const { body } = await office
      .as('liuyang')
      .call(workOrders.detailPage, { params: { workorderCode: '2026999999' } });
    expect(body.errcode).toBe(404);
  });
});
