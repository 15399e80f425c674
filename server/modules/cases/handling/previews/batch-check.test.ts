import { afterAll, expect, test } from 'vitest';
import { batch } from '#contract/batch.ts';
import { handling } from '#contract/handling.ts';
import { maxBatchTasks } from '#domain/workflow/batch.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Tests many tasks with one opinion: checked together, handled separately (docs/decisions/0111). */

const office = await testOffice();
const { desk, start, startUntilAudit } = openPetitionDesk(office);

afterAll(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

const check = (person: string, traceIds: readonly string[]) =>
  office.as(person).done(batch.check, { body: { traceIds: [...traceIds] } });
const receiveTraceOf = (order: StartedOrder) => desk.traceAt(order, 'receive');
const waitingOrder = await start();
const waitingTrace = await receiveTraceOf(waitingOrder);
const unknownTraceId = '00000000-0000-4000-8000-000000000000.1';

describeCalls(office, batch, {
  check: {
    caller: 'liuyang',
    request: { body: { traceIds: [waitingTrace, unknownTraceId, waitingTrace] } },
    refusedFor: { tianye: 403, xiaohan: 403 },
    invalidInputs: [
      { makeInvalid: () => ({ body: { traceIds: [] } }), expectedProblems: [['traceIds', '请选择办件']] },
      {
        makeInvalid: () => ({ body: { traceIds: Array(maxBatchTasks + 1).fill(unknownTraceId) } }),
        expectedProblems: [['traceIds', '一次最多选择200件']],
      },
      {
        makeInvalid: () => ({ body: { traceIds: ['x'] } }),
        expectedProblems: [['traceIds.0', '轨迹标识不正确']],
      },
    ],
    checkAnswer: ({ rows }) => {
      expect(rows).toEqual([
        {
          traceId: waitingTrace,
          task: {
            workorderId: waitingOrder.id,
            workorderCode: waitingOrder.code,
            kind: 'petition-letter.receive',
            flowNodeName: '收件',
          },
          reason: null,
          buttons: [
            {
              id: 'receive',
              code: '1',
              name: '确认收件',
              needsOpinion: expect.any(Boolean),
              reason: null,
              nextNodeNames: '受理审查',
              undoable: true,
              makesDocuments: false,
              numbersDocuments: false,
            },
          ],
        },
        { traceId: unknownTraceId, task: null, reason: '未找到对应的数据', buttons: [] },
      ]);
    },
  },
});

test('a batch of twenty reports a reason for each excluded task and handles the other seventeen once', async () => {
  const orders: StartedOrder[] = [];
  for (let n = 0; n < 20; n += 1) orders.push(await start());
  const traceIds = await Promise.all(orders.map(receiveTraceOf));
  const [first, second, third] = orders as [StartedOrder, StartedOrder, StartedOrder];
  await desk.press('lina', first, 'receive', 'receive');
  await desk.press('lina', second, 'receive', 'return', { backNodeIds: 'start' });
  const before = await check('liuyang', traceIds);
  expect(before.rows.slice(0, 2).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^李娜 \d{4}-\d\d-\d\d \d\d:\d\d 已办理该环节$/),
    '已退回发起人，等待重新提交',
  ]);
  const possibleTasks = before.rows.filter(({ buttons }) => buttons.some(({ reason }) => reason === null));
  expect(possibleTasks).toHaveLength(18);

  // Between the check and the batch a colleague handles another one.
  await desk.press('lina', third, 'receive', 'receive');
  const send = ({ task, traceId }: (typeof possibleTasks)[number]) =>
    office.as('liuyang').call(handling.handle, {
      body: {
        workorderId: task?.workorderId ?? '',
        workorderTraceId: traceId,
        workorderCode: task?.workorderCode,
        handlerOperation: '1',
        buttonId: 'receive',
        handlerOpinion: '材料已核对，收件',
      },
      key: `batch-${traceId.replace('.', '-')}`,
    });
  const answers = await Promise.all(possibleTasks.map(send));
  expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(17);
  expect(answers.filter(({ body }) => body.errcode !== 0).map(({ body }) => body.errmsg)).toEqual([
    '该环节已被办理',
  ]);
  const again = await Promise.all(possibleTasks.map(send));
  expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
  const { traces } = await office.context.db
    .selectFrom('traces')
    .select(({ fn }) => fn.countAll<number>().as('traces'))
    .where('node_id', '=', 'receive')
    .where('handler_name', '=', '刘洋')
    .where('opinion', '=', '材料已核对，收件')
    .executeTakeFirstOrThrow();
  expect(Number(traces)).toBe(17);
});

test('a batch excludes buttons that need a form or a choice, and gives the reason for a form', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const examineCheck = await check('zhaomin', [await desk.traceAt(order, 'examine')]);
  expect(examineCheck.rows[0]?.buttons.map(({ id, reason }) => [id, reason])).toEqual([
    ['accept', expect.stringMatching(/^表单：/)],
  ]);
  const auditOrder = await startUntilAudit();
  const auditCheck = await check('sunlei', [await desk.traceAt(auditOrder, 'audit')]);
  expect(auditCheck.rows[0]?.buttons.every(({ id }) => id !== 'return')).toBe(true);
  const others = await check('chenjing', [await desk.traceAt(auditOrder, 'audit')]);
  expect(others.rows).toEqual([
    { traceId: others.rows[0]?.traceId, task: null, reason: '未找到对应的数据', buttons: [] },
  ]);
});
