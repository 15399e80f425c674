import { afterEach, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { deliverNotices } from '../notices/notices.ts';

/** Tests a task that waited for a countersign and belongs to another person when the countersign ends. */

const office = await testOffice();
const { clock, context } = office;
const { desk, start } = openPetitionDesk(office);
const { stateOf, taskOf, perform } = openCommands(office);

afterEach(async () => {
  expect(await checkInvariants(context.db)).toEqual([]);
});

async function reassignDuringCountersign(goes: 'back' | 'on'): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const taskId = await taskOf(order, 'position:petition-examiner');
  clock.forward(60_000);
  const refusal = await perform('zhaomin', order, {
    action: 'startCountersign',
    taskId,
    reason: '请会签',
    seats: [{ group: 0, keys: ['staff:staff-xujun'] }],
    sequence: 'any',
    rule: { kind: 'all' },
    goes,
    limit: null,
  });
  expect(refusal).toBeNull();
  clock.forward(60_000);
  const command = {
    action: 'reassign',
    taskId,
    key: 'staff:staff-hudong',
    reason: '赵敏已调离',
  } as const;
  expect(await perform('shenjie', order, command)).toBeNull();
  await deliverNotices(context);
  await context.db.deleteFrom('messages').execute();
  clock.forward(60_000);
  const seat = await taskOf(order, 'staff:staff-xujun');
  await office.as('xujun').done(handling.handle, {
    body: {
      workorderId: order.id,
      workorderTraceId: `${order.id}.${seat}`,
      handlerOperation: '01',
      handlerOpinion: '同意',
    },
  });
  await deliverNotices(context);
  return order;
}

const titles = async (account: string) =>
  (await office.as(account).done(messages.list)).rows.map(({ title }) => title.split(/[（：]/)[0]);

test('the end of a countersign notifies the person who has the task now, not the earlier handler', async () => {
  await reassignDuringCountersign('back');
  expect(await titles('hudong')).toEqual(['请继续办理']);
  expect(await titles('zhaomin')).toEqual([]);
});

test('a step that advances after a countersign is recorded for the person who has the task now', async () => {
  const order = await reassignDuringCountersign('on');
  const examineTask = (await stateOf(order)).tasks.findLast(
    ({ nodeId, outcome }) => nodeId === 'examine' && outcome === 'handled',
  );
  expect(examineTask?.finishedBy).toMatchObject({
    staffId: 'staff-hudong',
    name: '胡东',
    orgName: '淳安县劳动保障监察大队',
  });
  const { rows } = await office.as('hudong').done(workOrders.donePage);
  expect(rows.map(({ code }) => code)).toContain(order.code);
});
