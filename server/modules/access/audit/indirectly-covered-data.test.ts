import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { permit, petition, proposal } from '#test/world/start-data.ts';
import { afterTampering } from '#test/world/tampering.ts';
import { verifyAudit } from './verify.ts';

const office = await testOffice();
const { db, crypto, files } = office.context;
const desk = openDesk(office);

const withdrawn = await desk.start('zhangwei', petition(1));
await desk.press('liuyang', withdrawn, 'receive', 'receive');
await desk.withdraw('liuyang', withdrawn, 'receive');
const voided = await desk.start('zhangwei', petition(2));
await desk.press('liuyang', voided, 'receive', 'void');
const restored = await desk.start('zhangwei', petition(3));
await desk.press('liuyang', restored, 'receive', 'void');
await office.as('shenjie').done(workOrders.restoreForms, { params: { workorderCode: restored.code } });
const order = await desk.start('zhangwei', petition(6));
const { perform: performCommand, stateOf } = openCommands(office);
await desk.press('liuyang', order, 'receive', 'receive');
await performCommand('zhaomin', order, {
  action: 'startCountersign',
  taskId: (await stateOf(order)).tasks.find(({ outcome }) => outcome === null)?.id ?? 0,
  reason: '请会签',
  seats: [{ group: 0, keys: ['staff:staff-xujun'] }],
  sequence: 'any',
  rule: { kind: 'all' },
  goes: 'back',
  limit: { amount: 1, unit: DayUnit.calendarDays },
});
const copiedOrder = await desk.start('zhangwei', petition(7));
await office.as('liuyang').done(copies.copy, {
  body: { traceId: await desk.traceAt(copiedOrder, 'receive'), receivers: ['staff:staff-chenjing'] },
});
await office.as('zhangwei').done(handling.handle, {
  body: {
    workorderId: copiedOrder.id,
    handlerOperation: '7',
    workorderRemindInputVo: {
      receivers: ['staff:staff-liuyang'],
      title: '请尽快办理',
      content: '请尽快办理',
      reason: '群众询问',
      channelType: ['20'],
    },
  },
});
const runningOrder = await desk.start('fenglei', proposal(4));
const document = await desk.paper('zhangwei');
const unlinkedFile = await desk.paper('zhangwei');
const licence = await desk.start('zhangwei', permit(5, [document]));
await office.app.callObserver.flush();

const { id, code } = withdrawn;
const linesOf = async (snapshot: Db) =>
  (await verifyAudit(snapshot, crypto, { files })).findings.map(({ chinese }) => chinese);

/** Cases of data that no record covers by itself, but that belong to covered objects. */
const cases: [title: string, subject: string, object: string, change: RawBuilder<unknown>][] = [
  [
    'the content type of a file',
    licence.code,
    '登记被改动',
    sql`update files set content_type = 'text/html' where id = ${document.id}`,
  ],
  [
    'a file moved to another order',
    licence.code,
    `附件 ${document.id} 被移走`,
    sql`update files set workorder_id = ${id} where id = ${document.id}`,
  ],
  [
    'an added file of another order',
    code,
    `附件 ${document.id} 不是经系统关联的`,
    sql`update files set workorder_id = ${id} where id = ${document.id}`,
  ],
  [
    'an added file without an order',
    code,
    `附件 ${unlinkedFile.id} 不是经系统关联的`,
    sql`update files set workorder_id = ${id} where id = ${unlinkedFile.id}`,
  ],
  [
    'a finished trace shown as open',
    code,
    '轨迹 2 的办理状态',
    sql`update traces set handler_status = 0 where workorder_id = ${id} and number = 2`,
  ],
  [
    'a task removed from the to-do lists',
    runningOrder.code,
    '待办列表',
    sql`delete from inbox where workorder_id = ${runningOrder.id}`,
  ],
  [
    "a task moved to another person's list",
    runningOrder.code,
    '待办列表',
    sql`update inbox set key = 'staff:staff-tianye' where workorder_id = ${runningOrder.id}`,
  ],
  [
    'a deleted limit of a countersign',
    order.code,
    '会签时限',
    sql`delete from panel_limits where workorder_id = ${order.id}`,
  ],
  [
    'an earlier limit of a countersign',
    order.code,
    '会签时限',
    sql`update panel_limits set due_at = due_at - interval '1 day' where workorder_id = ${order.id}`,
  ],
  [
    'forms of an order hidden',
    code,
    '删除标记',
    sql`update work_order_forms set deleted_at = now() where workorder_id = ${id}`,
  ],
  [
    'forms of a voided order shown again',
    voided.code,
    '删除标记',
    sql`update work_order_forms set deleted_at = null where workorder_id = ${voided.id}`,
  ],
  [
    'restored forms hidden again',
    restored.code,
    '删除标记',
    sql`update work_order_forms set deleted_at = now() where workorder_id = ${restored.id}`,
  ],
  [
    'another recipient of a copy',
    copiedOrder.code,
    '抄送接收人',
    sql`update work_order_copies set key = 'staff:staff-dengtao' where workorder_id = ${copiedOrder.id}`,
  ],
  [
    'a removed copy',
    copiedOrder.code,
    '抄送接收人',
    sql`delete from work_order_copies where workorder_id = ${copiedOrder.id}`,
  ],
  [
    'the recipients in the record of a copy',
    copiedOrder.code,
    '被改动',
    sql`update work_order_records set details = '{"receivers": []}' where workorder_id = ${copiedOrder.id} and number = 1`,
  ],
  [
    'the number of urges',
    copiedOrder.code,
    '催办次数',
    sql`update work_orders set urge_count = 0 where id = ${copiedOrder.id}`,
  ],
  [
    'the remark of a record',
    code,
    '备注',
    sql`update work_order_records set remark = '补记' where workorder_id = ${id}`,
  ],
  [
    'the process of an order',
    code,
    '所用流程被改换',
    sql`update work_order_states set process_definition_id = (select min(id) from process_definitions where id <> process_definition_id) where workorder_id = ${id}`,
  ],
];

test('the verification finds nothing in untampered orders: withdrawn, voided, restored, with or without materials', async () => {
  expect(await linesOf(db)).toEqual([]);
});

test.each(cases)(
  'the verification finds %s, with the order and the object named',
  async (_title, subject, object, change) => {
    const found = (await afterTampering(db, [change], linesOf)) ?? [];
    expect(
      found.some((line) => line.includes(subject) && line.includes(object)),
      found.join('\n'),
    ).toBe(true);
  },
);
