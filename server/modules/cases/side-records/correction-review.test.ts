import { afterEach, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { sideRecords } from '#contract/side-records.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { type CorrectionSettings, defaultCorrectionSettings } from '#domain/records/correction-settings.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';
import { giveDueCommands } from './service.ts';

/** Reviews of answers to corrections, and 一次性告知 over several visits of a step (S1 §4, 行政许可法 art. 32). */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
const day = 86_400_000;
const limit = { amount: 10, unit: 1 };
const papers = ['营业执照', '租赁合同'].map((name) => ({
  id: null,
  name,
  problem: 2,
  reason: `请交${name}`,
}));
const qualified = { qualified: true, reason: '' };
const failed = { qualified: false, reason: '复印件看不清' };

async function configure(settings: Partial<CorrectionSettings>) {
  const correction = { ...defaultCorrectionSettings, enabled: true, ...settings };
  await db
    .updateTable('business_items')
    .set({ record_settings: JSON.stringify({ correction }) as never })
    .where('task_code', '=', 'permit-application')
    .execute();
}
await configure({});

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

let number = 780;
async function start(): Promise<StartedOrder> {
  number += 1;
  return desk.start('zhangwei', permit(number, [await desk.paper('zhangwei', `材料${number}.pdf`)]));
}
const give = (account: string, { code }: StartedOrder, body: object) =>
  office.as(account).call(sideRecords.correction, { params: { workorderCode: code }, body: body as never });
async function done(account: string, order: StartedOrder, body: object) {
  const { body: answer, text } = await give(account, order, body);
  expect(answer.errcode, text).toBe(0);
}
const ask = async (order: StartedOrder) => {
  const traceId = await desk.traceAt(order, 'preview');
  return give('chenjing', order, { command: 'ask', traceId, category: 1, limit, papers });
};
async function answer(order: StartedOrder) {
  const files = [
    [(await desk.paper('zhangwei', '执照.pdf')).id],
    [(await desk.paper('zhangwei', '合同.pdf')).id],
  ];
  await done('zhangwei', order, { command: 'submit', recordId: 1, files, remark: '' });
}
const statusOf = async ({ id }: StartedOrder) =>
  (await db.selectFrom('work_orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const statesOf = async ({ id }: StartedOrder) =>
  (
    await db
      .selectFrom('side_records')
      .select('state')
      .where('workorder_id', '=', id)
      .orderBy('number')
      .execute()
  ).map(({ state }) => state);

test('that does not suffice is recorded, and the step turns the application down', async () => {
  const order = await start();
  expect((await ask(order)).body.errcode).toBe(0);
  await answer(order);
  await done('chenjing', order, { command: 'decline', recordId: 1, verdicts: [qualified, failed] });
  expect(await statesOf(order)).toEqual(['unqualified']);
  expect(await statusOf(order)).toBe(WorkOrderStatus.awaitingPreReview);
  await desk.press('chenjing', order, 'preview', 'reject');
  expect(await statusOf(order)).toBe(WorkOrderStatus.preTrialRejected);
});

test('has one outcome when two handlers end it at once', async () => {
  const order = await start();
  await ask(order);
  await answer(order);
  const verdicts = [qualified, failed];
  const answers = await Promise.all([
    give('chenjing', order, { command: 'accept', recordId: 1, verdicts, acceptsIncomplete: true }),
    give('wangfang', order, { command: 'decline', recordId: 1, verdicts }),
    give('chenjing', order, { command: 'again', recordId: 1, verdicts, limit }),
  ]);
  expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40963, 40963]);
});

test('an answer at the end of the limit, while the job runs, has one outcome', async () => {
  const order = await start();
  await ask(order);
  const paper = await desk.paper('zhangwei', '执照.pdf');
  const other = await desk.paper('zhangwei', '合同.pdf');
  clock.forward(20 * day);
  const [sent] = await Promise.all([
    give('zhangwei', order, { command: 'submit', recordId: 1, files: [[paper.id], [other.id]], remark: '' }),
    giveDueCommands(context as never),
    giveDueCommands(context as never),
  ]);
  expect(sent?.body.errcode).toBe(40963);
  expect(await statesOf(order)).toEqual(['abandoned']);
});

test('takes no files of another order', async () => {
  const [order, other] = [await start(), await start()];
  await ask(order);
  await ask(other);
  await answer(other);
  const files = await db.selectFrom('files').select('id').where('workorder_id', '=', other.id).execute();
  const refused = await give('zhangwei', order, {
    command: 'submit',
    recordId: 1,
    files: [[files[0]?.id ?? ''], [files[1]?.id ?? '']],
    remark: '',
  });
  expect(refused.body.errcode).toBe(400);
  expect(await statesOf(order)).toEqual(['online']);
});

test('once for all holds when the initiator has recalled the order, which closes the correction', async () => {
  await configure({ onceOnly: true });
  const order = await start();
  await ask(order);
  clock.forward(60_000);
  await office.as('zhangwei').done(handling.recall, {
    params: { workorderCode: order.code },
    body: { reason: '补充内容' } as never,
  });
  expect(await statesOf(order)).toEqual(['cancelled']);
  await desk.resubmit('zhangwei', order);
  expect((await ask(order)).body).toMatchObject({ errcode: 40963 });
  await configure({});
});

test('once for all holds when the order comes back to the step by a withdrawal', async () => {
  await configure({ onceOnly: true });
  const order = await start();
  await ask(order);
  await answer(order);
  await done('chenjing', order, { command: 'accept', recordId: 1, verdicts: [qualified, qualified] });
  await desk.press('chenjing', order, 'preview', 'pass');
  await desk.withdraw('chenjing', order, 'preview');
  const refused = await ask(order);
  expect(refused.body).toMatchObject({ errcode: 40963, errmsg: '该事项实行一次性告知，只能要求补正一次' });
  expect(await statesOf(order)).toEqual(['accepted']);
  await configure({});
});
