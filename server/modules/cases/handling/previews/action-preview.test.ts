import { afterEach, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { processes } from '#contract/processes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/** Tests previews of actions: each kind of action with the same call. */

const office = await testOffice();
const xujun = { handlerType: 1, assignHandlerId: 'staff-xujun' };
const { desk, start, pageOf, startUntilInstruct, startUntilAudit } = openPetitionDesk(office);

afterEach(async () => {
  expect(await checkInvariants(office.context.db)).toEqual([]);
});

async function preview(person: string, order: StartedOrder, nodeId: string, input: Record<string, unknown>) {
  const traceId = await desk.traceAt(order, nodeId);
  const body = { workorderId: order.id, traceId, ...input };
  return office.as(person).call(handling.previewAction, { body });
}
const formWith = (content: Record<string, unknown>) => ({
  workorderForms: [{ formId: 'petition-letter:1', content }],
});

test('a preview returns status, next node, handlers, time limit, closed tasks and the possible undo', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const { body } = await preview('zhaomin', order, 'examine', {
    buttonId: 'accept',
    ...formWith({ acceptResult: 'accept', undertakingUnit: units.housing }),
  });
  expect(body.data).toMatchObject({
    outcome: {
      from: { status: 3, statusLabel: '待受理' },
      to: { status: 5, statusLabel: '待审查' },
      ends: false,
      opens: [
        {
          flowNodeId: 'instruct',
          flowNodeName: '领导批示',
          handlerNames: ['信访签批岗'],
          orgNames: ['淳安县信访局'],
          limitText: '3 个工作日',
        },
      ],
      closes: [{ flowNodeId: 'examine', isOwn: true }],
      waitsAt: [],
      undo: 'withdraw',
    },
    next: [{ flowNodeId: 'instruct', naming: 'nobody' }],
  });
  const done = await desk.press('zhaomin', order, 'examine', 'accept');
  expect(done.status).toBe(5);
});

test('a preview returns that the order ends without undo, and is refused when the button contradicts the form', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const endingPreview = await preview('zhaomin', order, 'examine', { buttonId: 'decline' });
  expect(endingPreview.body.data).toMatchObject({
    outcome: {
      to: { status: 11, statusLabel: '不予受理' },
      ends: true,
      opens: [],
      closes: [{ flowNodeId: 'examine', isOwn: true }],
      undo: null,
    },
  });
  const refusal = await preview('zhaomin', order, 'examine', {
    buttonId: 'decline',
    ...formWith({ acceptResult: 'accept' }),
  });
  expect(refusal.body).toMatchObject({ errcode: 40017 });
});

test('a preview without a form is refused like the action when the button contradicts the stored form', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await desk.press('zhaomin', order, 'examine', 'accept');
  const examine = await desk.traceAt(order, 'examine', 'done');
  await office.as('zhaomin').done(handling.withdraw, {
    params: { workorderCode: order.code },
    body: { traceId: examine, reason: '登记有误' },
  });
  const previewResponse = await preview('zhaomin', order, 'examine', { buttonId: 'decline' });
  const done = await desk.tryPress('zhaomin', order, 'examine', 'decline', { workorderForms: [] });
  expect(done.body.errcode).toBe(40017);
  expect(previewResponse.body).toMatchObject({ errcode: 40017, problems: done.body.problems });
});

test('a preview ignores a deleted form', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const { db, now } = office.context;
  const query = db.selectFrom('work_order_forms').select('content').where('workorder_id', '=', order.id);
  const { content } = await query.executeTakeFirstOrThrow();
  const storeContent = (content: object, deletedAt: Date | null) =>
    db
      .updateTable('work_order_forms')
      .set({ content: JSON.stringify(content), deleted_at: deletedAt })
      .where('workorder_id', '=', order.id)
      .execute();
  await storeContent({ ...content, acceptResult: 'accept' }, now());
  const previewResponse = await preview('zhaomin', order, 'examine', { buttonId: 'decline' });
  await storeContent(content, null);
  expect(previewResponse.body.errcode).toBe(0);
});

test('a preview returns no outcome until a branch is chosen, then the tasks of the chosen branch', async () => {
  const order = await startUntilInstruct();
  const undecided = await preview('wujianguo', order, 'instruct', { buttonId: 'instruct' });
  expect(undecided.body.data).toMatchObject({ outcome: null });
  const jointPreview = await preview('wujianguo', order, 'instruct', {
    buttonId: 'instruct',
    branchProcessingNodeId: 'fork',
  });
  expect(jointPreview.body.data).toMatchObject({
    outcome: {
      opens: [{ flowNodeId: 'undertake-lead' }, { flowNodeId: 'undertake-assist' }],
      undo: 'withdraw',
    },
    next: [{ flowNodeId: 'undertake-lead' }, { flowNodeId: 'undertake-assist' }],
  });
});

test('a preview is refused like the action when the form names no assisting unit', async () => {
  const order = await startUntilInstruct([]);
  const branch = { branchProcessingNodeId: 'fork' };
  const previewResponse = await preview('wujianguo', order, 'instruct', { buttonId: 'instruct', ...branch });
  const done = await desk.tryPress('wujianguo', order, 'instruct', 'instruct', branch);
  const errmsg = '环节“协办单位承办”没有可用的处理人，请先在表单中填写由哪个单位办理';
  expect([previewResponse.body, done.body]).toMatchObject([{ errmsg }, { errmsg }]);
  const workorderForms = [{ formId: 'petition-letter:1', content: { coUnits: units.enforcement } }];
  await desk.press('wujianguo', order, 'instruct', 'instruct', { ...branch, workorderForms });
});

test('a preview of a return lists the closed and opened tasks', async () => {
  const order = await startUntilAudit();
  const returnPreview = await preview('sunlei', order, 'audit', {
    buttonId: 'return',
    backNodeIds: 'examine',
  });
  expect(returnPreview.body.data).toMatchObject({
    outcome: {
      to: { status: 32 },
      opens: [{ flowNodeId: 'examine', handlerNames: ['赵敏'], people: [] }],
      closes: [{ flowNodeId: 'audit', isOwn: true }],
      undo: null,
    },
    next: [],
    voters: [],
  });
});

test('previews of withdraw, recall and reassign list the closed and opened tasks', async () => {
  const order = await start();
  const ask = async (person: string, body: Record<string, unknown>) => {
    const answer = await office
      .as(person)
      .call(handling.previewAction, { body: { workorderId: order.id, ...body } });
    return answer.body.data;
  };
  expect(await ask('zhangwei', { offer: 'recall' })).toMatchObject({
    outcome: { to: { status: 32 }, opens: [{ flowNodeId: 'start' }], closes: [{ flowNodeId: 'receive' }] },
  });
  await desk.press('liuyang', order, 'receive', 'receive');
  const page = await pageOf('liuyang', order);
  const traceId = page.offers.find(({ action }) => action === 'withdraw')?.about[0]?.traceId;
  expect(await ask('liuyang', { offer: 'withdraw', traceId })).toMatchObject({
    outcome: {
      opens: [{ flowNodeId: 'receive', handlerNames: ['刘洋'] }],
      closes: [{ flowNodeId: 'examine' }],
    },
  });
  const examine = await desk.traceAt(order, 'examine');
  expect(
    await ask('shenjie', { offer: 'reassign', traceId: examine, candidate: 'staff:staff-zhaomin' }),
  ).toMatchObject({
    outcome: {
      opens: [{ flowNodeId: 'examine', handlerNames: ['赵敏'] }],
      closes: [{ flowNodeId: 'examine' }],
    },
  });
});

/** Each action that opens a task, or that hands over one that stays open. */
const openingActions: readonly [name: string, buttonId: string, operation: string, input: object][] = [
  ['handling', 'accept', '1', {}],
  ['return', 'return', '2', { backNodeIds: 'receive' }],
  ['delegation', 'delegate', '8', { countersignList: [xujun], delegateReturns: false }],
  ['delegation that comes back', 'delegate', '8', { countersignList: [xujun], delegateReturns: true }],
  [
    'countersign',
    'countersign',
    '5',
    { countersignList: [xujun], handlerLimitTime: 3, handlerLimitUnit: '1' },
  ],
  ['countersign without a limit', 'countersign', '5', { countersignList: [xujun] }],
  ['further signer', 'add-signer', '3', { countersignList: [xujun] }],
];

test.each(openingActions)(
  'the due date in the preview equals the due date of the task: %s (S1 §3)',
  async (_name, buttonId, operation, input) => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    // The task has been open for days, so that a new limit differs from it.
    office.clock.forward(3 * 24 * 3_600_000);
    const { handlerOperation: _own, ...body } = await desk.pressBody(order, 'examine', buttonId, input);
    const { workorderForms } = body;
    const previewResponse = await preview('zhaomin', order, 'examine', {
      buttonId,
      ...input,
      ...(workorderForms === undefined ? {} : { workorderForms }),
    });
    const { db } = office.context;
    const traces = () =>
      db
        .selectFrom('traces')
        .select(['number', 'node_id', 'due_at'])
        .where('workorder_id', '=', order.id)
        .where('handler_status', '=', 0)
        .orderBy('number')
        .execute();
    const before = (await traces()).map(({ number }) => number);
    await office
      .as('zhaomin')
      .done(handling.handle, { body: { ...body, handlerOperation: operation } as never });
    const opened = (await traces()).filter(({ number }) => !before.includes(number));
    expect(opened).not.toHaveLength(0);
    const opens = opened.map(({ node_id, due_at }) => ({
      flowNodeId: node_id,
      dueAt: due_at?.toISOString() ?? null,
    }));
    expect(previewResponse.body.data).toMatchObject({ outcome: { opens } });
  },
);

test.each([
  ['a delegate who returns the task', 'delegate', '8', { delegateReturns: true }],
  ['a countersigner', 'countersign', '5', {}],
  ['an added signer', 'add-signer', '3', {}],
])(
  '%s has the step limit when no own limit was set, in the to-do list too',
  async (_who, buttonId, operation, input) => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    const limitOf = async (person: string) => {
      const { rows } = await office.as(person).done(workOrders.todoPage, { query: { keyword: order.code } });
      return rows.map(({ dueOf, due }) => ({ dueOf, due }));
    };
    const [limit] = await limitOf('zhaomin');
    expect(limit).toMatchObject({ dueOf: 'node', due: { dueAt: expect.any(String) } });
    const body = await desk.pressBody(order, 'examine', buttonId, { countersignList: [xujun], ...input });
    await office
      .as('zhaomin')
      .done(handling.handle, { body: { ...body, handlerOperation: operation } as never });
    expect(await limitOf('xujun')).toEqual([limit]);
  },
);

test('a step that is reopened by return or withdrawal keeps its due date, as previewed', async () => {
  const order = await start();
  const { db } = office.context;
  const due = async (nodeId: string) => {
    const traces = db.selectFrom('traces').select(['due_at', 'handler_status']).orderBy('number', 'desc');
    const rows = traces.where('workorder_id', '=', order.id).where('node_id', '=', nodeId);
    return (await rows.executeTakeFirstOrThrow()).due_at?.toISOString();
  };
  const first = await due('receive');
  office.clock.forward(24 * 3_600_000);
  await desk.press('liuyang', order, 'receive', 'receive');
  office.clock.forward(24 * 3_600_000);
  const input = { buttonId: 'return', backNodeIds: 'receive' };
  const previewResponse = await preview('zhaomin', order, 'examine', input);
  expect(previewResponse.body.data).toMatchObject({
    outcome: { opens: [{ flowNodeId: 'receive', dueAt: first }] },
  });
  await desk.press('zhaomin', order, 'examine', 'return', { ...input, handlerOpinion: '来信日期有误' });
  expect(await due('receive')).toBe(first);
  // For its handlers the step after it starts as at the first time.
  const examine = await due('examine');
  office.clock.forward(24 * 3_600_000);
  await desk.press('liuyang', order, 'receive', 'receive');
  expect(await due('examine')).not.toBe(examine);
  office.clock.forward(24 * 3_600_000);
  await office.as('liuyang').done(handling.withdraw, {
    params: { workorderCode: order.code },
    body: { traceId: await desk.traceAt(order, 'receive', 'done'), reason: '漏填来信方式' },
  });
  expect(await due('receive')).toBe(first);
});

test.each([
  ['the remaining time of its limit', 5, false],
  ['its earlier due date when it was already late', 12, true],
])('a step that returned an order directly has, when it opens again, %s', async (_what, days, isLate) => {
  const order = await start();
  const { db } = office.context;
  const due = async ({ id }: StartedOrder) => {
    const traces = db.selectFrom('traces').select('due_at').where('workorder_id', '=', id);
    const rows = traces.where('node_id', '=', 'examine').orderBy('number', 'desc');
    return (await rows.executeTakeFirstOrThrow()).due_at?.toISOString() ?? '';
  };
  const dayMs = 24 * 3_600_000;
  await desk.press('liuyang', order, 'receive', 'receive');
  const first = await due(order);
  office.clock.forward(days * dayMs);
  const input = {
    buttonId: 'return',
    backNodeIds: 'receive',
    backWay: 'direct',
    handlerOpinion: '核对日期',
  };
  await desk.press('zhaomin', order, 'examine', 'return', input);
  office.clock.forward(14 * dayMs);
  await desk.press('liuyang', order, 'receive', 'receive');
  const again = await due(order);
  const other = await start();
  await desk.press('liuyang', other, 'receive', 'receive');
  const newDueAt = await due(other);
  expect(again < newDueAt, `${again} is before ${newDueAt}`).toBe(true);
  if (isLate) expect(again).toBe(first);
  else expect(again > first, `${again} is after ${first}`).toBe(true);
});

test('a recall preview by an initiator who also has a task closes all open tasks of the order', async () => {
  const xml = readSeedText('processes/petition-letter.bpmn')
    .replace('withdrawAllowed="true"', '')
    .replace(/<portal:button id="withdraw"[^>]*>/, '')
    .replace(
      /(<portal:candidate kind="group" ref="petition-receivers"[^>]*>)/,
      '$1<portal:candidate kind="staff" ref="staff-zhangwei" name="张伟"/>',
    )
    .replace(
      '<bpmn:outgoing>to-examine</bpmn:outgoing>',
      '<bpmn:outgoing>to-examine</bpmn:outgoing><bpmn:multiInstanceLoopCharacteristics/>',
    );
  const { id } = await office.as('xiaohan').done(processes.publish, { body: { xml } });
  const { db } = office.context;
  await db
    .updateTable('business_items')
    .set({ process_definition_id: id })
    .where('task_code', '=', 'petition-letter')
    .where('current', '=', true)
    .execute();
  const order = await start();
  const body = { workorderId: order.id, offer: 'recall' };
  const previewResponse = await office.as('zhangwei').call(handling.previewAction, { body });
  expect(previewResponse.body.data, previewResponse.text).toMatchObject({
    outcome: {
      opens: [{ flowNodeId: 'start' }],
      closes: [{ flowNodeId: 'receive' }, { flowNodeId: 'receive' }],
    },
  });
});
