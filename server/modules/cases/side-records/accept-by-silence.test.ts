import { afterEach, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { sideRecords } from '#contract/side-records.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { defaultCorrectionSettings } from '#domain/records/correction-settings.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { taskHandlers } from '#server/task-handlers.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { petitionDocument, publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';

/** Acceptance by silence (行政许可法 art. 32): five working days without an answer, by the nightly job. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);

const correction = { ...defaultCorrectionSettings, enabled: true, silenceDays: 5 };
await db
  .updateTable('business_items')
  .set({ record_settings: JSON.stringify({ correction, suspension: { enabled: true } }) as never })
  .where('task_code', '=', 'permit-application')
  .execute();

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

const job = () => taskHandlers['work-order.silence'](context as never, undefined as never);
const runJobAt = async (time: string) => {
  clock.now = new Date(`${time}:00+08:00`);
  await job();
};
let number = 750;
/** Starts an application that is received at this time in China. */
async function receivedAt(time: string): Promise<StartedOrder> {
  clock.now = new Date(`${time}:00+08:00`);
  number += 1;
  const data = permit(number, [await desk.paper('zhangwei', `申请${number}.pdf`)]);
  clock.forward(-60_000);
  return desk.start('zhangwei', data);
}
const recordsOf = ({ id }: StartedOrder) =>
  db.selectFrom('side_records').select(['kind', 'state', 'data']).where('workorder_id', '=', id).execute();
async function dueOf({ id }: StartedOrder) {
  const { due_at } = await db
    .selectFrom('work_orders')
    .select('due_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return due_at && localDateOf(due_at);
}
const ask = ({ id, code }: StartedOrder) =>
  office.as('chenjing').call(sideRecords.correction, {
    params: { workorderCode: code },
    body: {
      command: 'ask',
      traceId: `${id}.2`,
      category: 1,
      limit: { amount: 10, unit: 1 },
      papers: [{ id: null, name: '租赁合同', problem: 2, reason: '请交租赁合同' }],
    } as never,
  });

withDocuments(office);
const notice = { code: 'acceptance-notice', name: '受理通知书', numbering: undefined };
const body = [{ kind: 'text' as const, text: '自{{办件.受理日期}}起受理。' }];
await publishOrderDocument(
  office,
  'permit-application',
  petitionDocument({
    template: { ...notice, body },
    places: [],
    byHand: {
      when: { field: '办件.受理日期', is: 'equals', value: '2026-03-02' },
      otherwise: '受理后可以生成',
    },
  }),
);
const makeNotice = ({ id }: StartedOrder) =>
  office.as('chenjing').call(documents.generate, {
    params: { workorderId: id },
    body: { code: notice.code },
  });

const deemedAt = (time: string) => [
  {
    kind: 'correction',
    state: 'deemed',
    data: expect.objectContaining({ submittedAt: new Date(`${time}:00+08:00`).toISOString() }),
  },
];

test('is at midnight after five working days, dated at the receipt, and the decision is due 20 after it (D1)', async () => {
  const order = await receivedAt('2026-03-02T16:00');
  await runJobAt('2026-03-09T23:59');
  expect(await recordsOf(order)).toEqual([]);
  expect((await makeNotice(order)).body.errmsg).toBe('受理后可以生成');
  await runJobAt('2026-03-10T00:00');
  await runJobAt('2026-03-10T00:00');
  expect(await recordsOf(order)).toEqual(deemedAt('2026-03-02T16:00'));
  expect(await dueOf(order)).toBe('2026-03-30');
  // Documents name the same day as the day of acceptance, although nobody has pressed 受理.
  const made = await makeNotice(order);
  expect(made.status, made.text).toBe(200);
});

test('has the same dates if the job runs a day late, and refuses a correction before it has run (D1, D2)', async () => {
  const order = await receivedAt('2026-03-09T16:00');
  clock.now = new Date('2026-03-17T00:05:00+08:00');
  expect((await ask(order)).text).toContain('自 2026-03-09 收到申请之日起视为受理，不能再要求补正');
  await runJobAt('2026-03-18T09:00');
  expect(await recordsOf(order)).toEqual(deemedAt('2026-03-09T16:00'));
  expect(await dueOf(order)).toBe('2026-04-07');
});

test('counts from the last submission: an application that was returned has got an answer', async () => {
  const order = await receivedAt('2026-03-18T16:00');
  await desk.press('chenjing', order, 'preview', 'correct', { backNodeIds: 'start', backWay: 'replay' });
  await runJobAt('2026-03-26T09:00');
  await desk.resubmit('zhangwei', order);
  const resubmitted = '2026-03-26T09:01';
  await runJobAt('2026-03-27T09:00');
  expect(await recordsOf(order)).toEqual([]);
  await runJobAt('2026-04-03T00:00');
  expect(await recordsOf(order)).toEqual(deemedAt(resubmitted));
  expect(await dueOf(order)).toBe('2026-04-24');
});

test('comes once if the job runs twice at one time, and not beside a correction that is asked meanwhile', async () => {
  const order = await receivedAt('2026-04-08T10:00');
  clock.now = new Date('2026-04-20T09:00:00+08:00');
  const [, , asked] = await Promise.all([job(), job(), ask(order)]);
  expect(asked?.body.errcode).not.toBe(0);
  expect(await recordsOf(order)).toEqual(deemedAt('2026-04-08T10:00'));
});

const answer = ({ code }: StartedOrder, account: string, body: object) =>
  office.as(account).call(sideRecords.correction, {
    params: { workorderCode: code },
    body: { recordId: 1, ...body } as never,
  });
/** Starts an application, asks for a correction two days later and submits it at this time in China. */
async function correctedAt(received: string, askedAt: string, submitted: string): Promise<StartedOrder> {
  const order = await receivedAt(received);
  clock.now = new Date(`${askedAt}:00+08:00`);
  expect((await ask(order)).body.errcode).toBe(0);
  const file = await desk.paper('zhangwei', '租赁合同.pdf');
  clock.now = new Date(`${submitted}:00+08:00`);
  const sent = await answer(order, 'zhangwei', { command: 'submit', files: [[file.id]], remark: '' });
  expect(sent.body.errcode, sent.text).toBe(0);
  return order;
}

test('comes after a correction that nobody decided on, dated at its submission, once, and the limit counts from it', async () => {
  const order = await correctedAt('2026-05-11T10:00', '2026-05-13T09:00', '2026-05-18T10:00');
  await runJobAt('2026-05-25T23:59');
  expect(await recordsOf(order)).toMatchObject([{ state: 'submitted' }]);
  await Promise.all([runJobAt('2026-05-26T00:00'), job()]);
  await job();
  expect(await recordsOf(order)).toMatchObject([
    { state: 'submitted' },
    { state: 'deemed', data: { submittedAt: new Date('2026-05-18T10:00:00+08:00').toISOString() } },
  ]);
  expect(await dueOf(order)).toBe('2026-06-15');
  const again = await answer(order, 'chenjing', {
    command: 'again',
    verdicts: [{ qualified: false, reason: '缺页' }],
    limit: { amount: 10, unit: 1 },
  });
  expect(again.text).toContain('自 2026-05-18 提交补正之日起视为受理');
  // The review goes on, so that the step can be completed.
  const accepted = await answer(order, 'chenjing', {
    command: 'accept',
    verdicts: [{ qualified: true, reason: '' }],
    acceptsIncomplete: false,
  });
  expect(accepted.body.errcode, accepted.text).toBe(0);
});
