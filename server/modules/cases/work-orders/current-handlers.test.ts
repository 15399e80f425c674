import { afterAll, expect, test } from 'vitest';
import { currentHandlers } from '#contract/current-handlers.ts';
import { workOrders } from '#contract/work-orders.ts';
import { initiatedColumns, todoColumns } from '#domain/lists/order-columns.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

const office = await testOffice();
const { desk, start, startUntilJoint } = openPetitionDesk(office);
const order = await start();
await desk.press('liuyang', order, 'receive', 'receive');

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

const others = { chenjing: 404, dengtao: 404, tianye: 403 };
const ofNode = (flowNodeId: string, processDefId = 'petition-letter:1') => ({
  query: { procInsId: order.id, processDefId, flowNodeId },
});

describeCalls(office, currentHandlers, {
  ofOrder: {
    caller: 'zhangwei',
    request: { query: { workorderId: order.id } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { workorderId: 'x' } }),
        expectedProblems: [['workorderId', '办件标识不正确']],
      },
    ],
    checkAnswer: ({ rows }) => {
      expect(rows).toMatchObject([
        {
          flowNodeId: 'examine',
          flowNodeName: '受理审查',
          startTime: office.clock.now.toISOString(),
          candidates: [{ candidateCode: 'position:petition-examiner', candidateName: '信访受理审查岗' }],
        },
      ]);
      const [row] = rows;
      expect(row?.handlers.find(({ name }) => name === '刘洋')).toEqual({
        key: 'staff:staff-liuyang',
        name: '刘洋',
        orgName: '淳安县信访局',
        positionNames: expect.stringContaining('信访受理审查岗'),
      });
      expect(row?.handlerCount).toBe(row?.handlers.length);
    },
  },
  ofNode: {
    caller: 'zhangwei',
    request: ofNode('receive'),
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { procInsId: 'x', processDefId: 'y', flowNodeId: 'z' } }),
        expectedProblems: [['procInsId', '办件标识不正确']],
      },
    ],
    checkAnswer: ({ flowNodeName, rows }) => {
      expect(flowNodeName).toBe('收件');
      expect(rows).toMatchObject([
        { handlerStatus: 1, handlerName: '刘洋', handlerOrgName: '淳安县信访局', handlers: [] },
      ]);
    },
  },
});

test('a waiting node lists its candidates, and an unvisited node has no visits', async () => {
  const waiting = await office.as('zhangwei').done(currentHandlers.ofNode, ofNode('examine'));
  expect(waiting.rows).toMatchObject([
    { handlerStatus: 0, candidateNames: ['信访受理审查岗'], handlerName: '' },
  ]);
  expect(waiting.rows[0]?.handlerCount).toBeGreaterThan(0);
  expect((await office.as('zhangwei').done(currentHandlers.ofNode, ofNode('instruct'))).rows).toEqual([]);
});

test('an unknown node or a definition of another item returns 404', async () => {
  for (const request of [ofNode('nowhere'), ofNode('receive', 'permit-application:1')]) {
    expect((await office.as('zhangwei').call(currentHandlers.ofNode, request)).status).toBe(404);
  }
});

test('order lists show all current handlers, task lists those of the row, 我的申请 by its tab', async () => {
  const joint = await startUntilJoint();
  const query = { keyword: joint.code };
  const listOf = async (account: string) =>
    (await office.as(account).done(workOrders.todoPage, { query })).rows[0];
  const [initiated] = (await office.as('zhangwei').done(workOrders.initiatedPage, { query })).rows;
  const lead = await listOf('zhuhong');
  const allNames = initiated?.handlerNames.split('、') ?? [];
  expect(allNames.length).toBeGreaterThan(1);
  expect(allNames).toContain(lead?.handlerNames);
  const [mine] = (await office.as('zhuhong').done(workOrders.myWorkOrderPage, { query })).rows;
  const { handlerNames, due: stepDue, wholeDue: due, stepOverdueDays, overdueDays } = { ...lead };
  expect(mine).toMatchObject({ handlerNames, stepDue, due, stepOverdueDays, overdueDays });
  const initiatedQuery = { ...query, tab: 'initiated' } as const;
  const [own] = (await office.as('zhangwei').done(workOrders.myWorkOrderPage, { query: initiatedQuery }))
    .rows;
  expect(own).toMatchObject({ handlerNames: initiated?.handlerNames, stepDue: initiated?.stepDue });
  const titles = ['handlerNames', 'stepOverdueDays', 'overdueDays'] as const;
  expect(titles.map((name) => [todoColumns[name].title, initiatedColumns[name].title])).toEqual([
    ['本环节处理人', '当前处理人'],
    ['本环节超期天数', '环节超期天数'],
    ['全程超期天数', '全程超期天数'],
  ]);
  expect([todoColumns.due.title, initiatedColumns.stepDue.title]).toEqual(['本环节时限', '环节时限']);
});
