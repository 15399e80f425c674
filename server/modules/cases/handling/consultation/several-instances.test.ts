import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { processes } from '#contract/processes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests a published process whose first node several people do: three of the petition office, each
 * separately.
 */

const office = await testOffice();
const { db } = office.context;
const { desk, start, pageOf } = openPetitionDesk(office);
const { inboxKeys } = openCommands(office);
const examiners = 'position:petition-examiner';
const handlers = ['liuyang', 'zhaomin', 'sunlei'] as const;
const staffKey = (name: string) => `staff:staff-${name}`;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/**
 * Publishes a process in which three people do 收件, by the given loop; used by orders that start afterwards.
 */
async function publish(loop: string): Promise<void> {
  const xml = readSeedText('processes/petition-letter.bpmn');
  const candidates = handlers.map(
    (name) => `<portal:candidate kind="staff" ref="staff-${name}" name="${name}"/>`,
  );
  const changed = xml
    .replace('withdrawAllowed="true"', '')
    .replace(/<portal:candidate kind="group" ref="petition-receivers"[^>]*>/, candidates.join(''))
    .replace(/<portal:button id="withdraw"[^>]*>/, '')
    .replace('<bpmn:outgoing>to-examine</bpmn:outgoing>', (outgoing) => outgoing + loop);
  const { id } = await office.as('xiaohan').done(processes.publish, { body: { xml: changed } });
  await db
    .updateTable('business_items')
    .set({ process_definition_id: id })
    .where('task_code', '=', 'petition-letter')
    .where('current', '=', true)
    .execute();
}

const loopUntil = (condition: string) => `<bpmn:multiInstanceLoopCharacteristics>
  <bpmn:completionCondition xsi:type="bpmn:tFormalExpression">${condition}</bpmn:completionCondition>
</bpmn:multiInstanceLoopCharacteristics>`;

/** Returns the person's open trace of 收件. */
async function traceOf(order: StartedOrder, name: string): Promise<string> {
  const { task } = await pageOf(name, order);
  if (task === null) throw new Error(`${name} has no task`);
  return task.traceId;
}

async function receive(name: string, order: StartedOrder, buttonId = 'receive', choices = {}) {
  const workorderTraceId = await traceOf(order, name);
  return desk.press(name, order, 'receive', buttonId, {
    workorderTraceId,
    handlerOpinion: `${name}已核`,
    ...choices,
  });
}

/** Returns node, outcome and handler of each row of the trace. */
async function tracesOf(order: StartedOrder) {
  const { traces } = await pageOf('zhangwei', order);
  return traces
    .filter(({ flowNodeName }) => flowNodeName === '收件')
    .map(({ handlerStatus, handlerName, remark, candidateNames }) =>
      handlerStatus === 0 ? `待办 ${candidateNames.join('、')}` : `${handlerName}${remark && ` ${remark}`}`,
    )
    .sort();
}

const todoOf = async (name: string, order: StartedOrder) =>
  (await office.as(name).done(workOrders.todoPage, { query: {} })).rows.filter(({ id }) => id === order.id)
    .length;

describe('a node with parallel instances, done by two of three', () => {
  test('gives each person a separate task; the second answer closes the third and advances the order', async () => {
    await publish(loopUntil('nrOfCompletedInstances / nrOfInstances >= 0.6'));
    const order = await start();
    expect(await inboxKeys(order)).toEqual(handlers.map(staffKey).sort());
    expect(await Promise.all(handlers.map((name) => todoOf(name, order)))).toEqual([1, 1, 1]);
    const traces = await Promise.all(handlers.map((name) => traceOf(order, name)));
    expect(new Set(traces).size).toBe(3);

    const first = await receive('liuyang', order);
    expect(first).toMatchObject({ status: 2 });
    expect(await inboxKeys(order)).toEqual([staffKey('sunlei'), staffKey('zhaomin')]);
    const page = await pageOf('liuyang', order);
    expect(page.task).toBeNull();
    expect(page.process.activeNodeIds).toEqual(['receive']);
    expect(page.offers).toEqual([]);
    const back = await office.as('liuyang').call(handling.withdraw, {
      params: { workorderCode: order.code },
      body: { traceId: traces[0] ?? '', reason: '' },
    });
    expect(back.body).toMatchObject({ errmsg: '不允许撤回' });

    await receive('sunlei', order);
    expect(await inboxKeys(order)).toEqual([examiners]);
    expect(await tracesOf(order)).toEqual([' 已有结论，无需办理', '刘洋', '孙磊']);
    const refusal = await desk.tryPress('zhaomin', order, 'examine', 'accept', {
      workorderTraceId: traces[1],
    });
    expect(refusal.body).toMatchObject({ errmsg: '该环节已被办理' });
    await desk.press('zhaomin', order, 'examine', 'accept');
  });

  test('closes all instances on a return, and keeps finished ones after a direct return', async () => {
    await publish(loopUntil('nrOfCompletedInstances >= 2'));
    const order = await start();
    await receive('liuyang', order);
    await receive('zhaomin', order, 'return', { backNodeIds: 'start', backWay: 'direct' });
    expect(await inboxKeys(order)).toEqual([staffKey('zhangwei')]);
    await desk.resubmit('zhangwei', order);
    expect(await inboxKeys(order)).toEqual([staffKey('sunlei'), staffKey('zhaomin')]);
    await receive('sunlei', order);
    expect(await inboxKeys(order)).toEqual([examiners]);
  });

  test('reopens for the people who did it when a later node returns to it', async () => {
    const order = await start();
    for (const name of ['liuyang', 'sunlei']) await receive(name, order);
    const { rows } = await office
      .as('zhaomin')
      .done(handling.returnNodes, { query: { proInsId: order.id, flowNodeId: 'examine' } });
    expect(rows[0]).toMatchObject({ flowNodeName: '收件', handlerName: '刘洋、孙磊', visits: 1 });
    await desk.press('zhaomin', order, 'examine', 'return', { backNodeIds: 'receive', backWay: 'direct' });
    expect(await inboxKeys(order)).toEqual([staffKey('liuyang'), staffKey('sunlei')]);
    for (const name of ['sunlei', 'liuyang']) await receive(name, order);
    expect(await inboxKeys(order)).toEqual([staffKey('zhaomin')]);
  });
});

test('a sequential node gives the task to one person after the other', async () => {
  await publish('<bpmn:multiInstanceLoopCharacteristics isSequential="true"/>');
  const order = await start();
  for (const [index, name] of handlers.entries()) {
    expect(await inboxKeys(order)).toEqual([staffKey(name)]);
    expect((await tracesOf(order)).length).toBe(index + 1);
    await receive(name, order);
  }
  expect(await inboxKeys(order)).toEqual([examiners]);
});
