import { expect, test } from 'vitest';
import { MessageEvent } from '#domain/messages/message-event.ts';
import type { WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { replaceEvents } from '#test/world/stored-orders.ts';
import { deliverNotices } from './notices.ts';

/**
 * Tests that the first line of every message about an order contains the event, the person and the reason.
 */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { desk, start } = openPetitionDesk(office);
const { perform, taskOf } = openCommands(office);
const examiner = 'position:petition-examiner';
const staff = (name: string) => `staff:staff-${name}`;

const kinds = new Set<string>();

/**
 * Returns the unread messages of one person about the order: the kind, and the first line without the order.
 */
async function unreadOf(order: StartedOrder, account: string): Promise<string[]> {
  await deliverNotices(context);
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('work_orders as w', 'w.code', 'm.workorder_code')
    .select(['m.kind', 'm.title', 'w.title as subject'])
    .where('m.workorder_id', '=', order.id)
    .where('m.staff_id', '=', `staff-${account}`)
    .where('m.read_at', 'is', null)
    .orderBy('m.sent_at')
    .execute();
  clock.forward(60_000);
  return rows.map(({ kind, title, subject }) => {
    kinds.add(kind);
    expect(title).toContain(`：${subject}`);
    return `${kind} ${title.replace(`：${subject}`, '')}`;
  });
}

async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  expect(await unreadOf(order, 'liuyang')).toEqual(['todo 新的待办（张伟）']);
  await desk.press('liuyang', order, 'receive', 'receive');
  expect(await unreadOf(order, 'zhaomin')).toEqual(['todo 新的待办（刘洋）']);
  return order;
}

test('a return message contains its reason', async () => {
  const order = await orderInExamination();
  await desk.press('zhaomin', order, 'examine', 'return', {
    backNodeIds: 'receive',
    handlerOpinion: '请补充来信日期',
  });
  expect(await unreadOf(order, 'liuyang')).toEqual(['returned 办件被退回（赵敏：请补充来信日期）']);
  const { content } = await db
    .selectFrom('messages')
    .select('content')
    .where('workorder_id', '=', order.id)
    .where('kind', '=', 'returned')
    .executeTakeFirstOrThrow();
  expect(content).toBe('赵敏将办件退回给您，原因：请补充来信日期');
});

test('countersign messages contain the person and the reason at the start and the result at the end', async () => {
  const order = await orderInExamination();
  await perform('zhaomin', order, {
    action: 'startCountersign',
    taskId: await taskOf(order, examiner),
    reason: '维修资金由谁承担',
    seats: [{ group: 0, keys: [staff('xujun')] }],
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
    limit: null,
  });
  expect(await unreadOf(order, 'xujun')).toEqual(['todo 请您会签（赵敏：维修资金由谁承担）']);
  const taskId = await taskOf(order, staff('xujun'));
  await perform('xujun', order, { action: 'answerCountersign', taskId, passes: true, opinion: '' });
  expect(await unreadOf(order, 'zhaomin')).toEqual(['todo 请继续办理（徐军：会签通过）']);
});

test('the message about a failed countersign names the people who voted against it', async () => {
  const order = await orderInExamination();
  await perform('zhaomin', order, {
    action: 'startCountersign',
    taskId: await taskOf(order, examiner),
    reason: '维修资金由谁承担',
    seats: [
      { group: 0, keys: [staff('xujun')] },
      { group: 0, keys: [staff('zhuhong')] },
    ],
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
    limit: null,
  });
  const answers = { xujun: true, zhuhong: false };
  for (const [account, passes] of Object.entries(answers)) {
    const taskId = await taskOf(order, staff(account));
    await perform(account, order, { action: 'answerCountersign', taskId, passes, opinion: '资金未落实' });
  }
  expect(await unreadOf(order, 'zhaomin')).toEqual(['todo 请继续办理（会签不通过，朱红不同意）']);
});

test('messages to signers, delegates and reassigned handlers contain the person and the reason', async () => {
  const order = await orderInExamination();
  const taskId = await taskOf(order, examiner);
  const seats = [{ group: 0, keys: [staff('xujun')] }];
  const opinion = '请核对电梯编号';
  await perform('zhaomin', order, {
    action: 'addSigners',
    taskId,
    place: 'before',
    seats,
    sequence: 'any',
    opinion,
  });
  expect(await unreadOf(order, 'xujun')).toEqual(['todo 请您加签（赵敏：请核对电梯编号）']);
  const other = await orderInExamination();
  const otherTaskId = await taskOf(other, examiner);
  const delegation = { action: 'delegate', key: staff('zhuhong'), opinion: '我外出' } as const;
  await perform('zhaomin', other, { ...delegation, taskId: otherTaskId, returns: false });
  expect(await unreadOf(other, 'zhuhong')).toEqual(['todo 请您办理委派事项（赵敏：我外出）']);
  const reassignment = { action: 'reassign', key: staff('xujun'), reason: '由住建局办理' } as const;
  await perform('shenjie', other, { ...reassignment, taskId: await taskOf(other, staff('zhuhong')) });
  expect(await unreadOf(other, 'xujun')).toEqual(['todo 新的待办（沈洁改派：由住建局办理）']);
});

test('messages of a copy, an urge and a process contain sender and text, and of an end the result', async () => {
  const order = await start();
  const by = { staffId: 'staff-wujianguo', name: '吴建国', orgId: 'xinfang', orgName: '淳安县信访局' };
  const at = clock.now.toISOString();
  const keys = [staff('zhuhong')];
  const addedEvents = [
    { type: 'copied', at, taskId: 2, by, keys, note: '请知悉' },
    {
      type: 'urged',
      at,
      by,
      taskIds: [2],
      receivers: keys,
      title: '',
      text: '群众来电',
      reason: '',
      channels: [],
    },
    {
      type: 'urged',
      at,
      by,
      taskIds: [2],
      receivers: keys,
      title: '',
      text: `您有一件待办（办件流水号：${order.code}），请及时查阅处理。`,
      reason: '已超期三天',
      channels: [],
    },
    {
      type: 'serviceAsked',
      nodeId: 'n',
      service: { kind: 'sendMessage', target: 'initiator', text: '来信已受理' },
    },
    {
      type: 'taskFinished',
      at,
      taskId: 2,
      outcome: 'terminated',
      by,
      buttonId: null,
      opinion: '信访人自愿撤回',
      resultCode: null,
    },
    { type: 'ended', at, nodeId: null, result: 14 },
  ] as unknown as WorkflowEvent[];
  await replaceEvents(db, order.id, (events) => [...events, ...addedEvents]);
  // People get no message about their own action: here another person acted.
  await db
    .updateTable('work_order_events')
    .set({ actor_id: by.staffId })
    .where('workorder_id', '=', order.id)
    .execute();
  expect((await unreadOf(order, 'zhuhong')).sort()).toEqual([
    'copied 抄送（吴建国：请知悉）',
    'urged 催办（吴建国：已超期三天）',
    'urged 催办（吴建国：群众来电）',
  ]);
  const urges = await db
    .selectFrom('messages')
    .select('content')
    .where('workorder_id', '=', order.id)
    .where('kind', '=', 'urged')
    .execute();
  expect(urges.map(({ content }) => content.split(order.code).length - 1)).toEqual([1, 1]);
  expect((await unreadOf(order, 'wujianguo')).concat(await unreadOf(order, 'zhangwei')).sort()).toEqual([
    'ended 办件已办结（吴建国：退回办结：信访人自愿撤回）',
    'system 办件消息（来信已受理）',
  ]);
});

/** Kinds that send-warnings.test.ts and supervision.test.ts cover. */
const otherKinds: readonly string[] = [MessageEvent.warned, MessageEvent.supervised];

test('every kind of message of an action is covered by these tests', () => {
  const expected = Object.values(MessageEvent).filter((kind) => !otherKinds.includes(kind));
  expect([...kinds].sort()).toEqual(expected.sort());
});
