import { afterAll, expect, test } from 'vitest';
import { holidays } from '#contract/holidays.ts';
import { orderLimits } from '#contract/order-limits.ts';
import { workOrders } from '#contract/work-orders.ts';
import { addDays, localDateOf, weekdayOf } from '#domain/calendar/local-date.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { moveDueDates } from './service.ts';

const office = await testOffice();
const { context, clock } = office;
const { start } = openPetitionDesk(office);
const [first, second] = [await start(), await start()];
const config = office.as('xiaohan');

afterAll(async () => {
  expect(await checkInvariants(context.db)).toEqual([]);
});

type Edit = { from: string; to: string; kind: 'holiday' | 'workday' };
const effectOf = (query: Edit) => config.done(holidays.effect, { query });
async function save(edit: Edit): Promise<void> {
  const { key } = await effectOf(edit);
  await config.done(holidays.set, { body: { ...edit, name: '防汛停工', effectKey: key } });
}

/** Runs the job when no process holds the old calendar any more. */
async function move(): Promise<void> {
  await moveDueDates(context);
  clock.forward(41_000);
  await moveDueDates(context);
}

const dueDay = (at: string | null | undefined) => (at ? localDateOf(new Date(at)) : null);

/** Returns the due days that the lists show: of the order, and of its step. */
async function dueDays(code: string) {
  const [row] = (await office.as('liuyang').done(workOrders.todoPage, { query: { keyword: code } })).rows;
  return { order: dueDay(row?.wholeDue.dueAt), step: dueDay(row?.due.dueAt) };
}

test('an edit shows the orders and steps that it moves before it is saved, and the job moves them (D17)', async () => {
  const { order, step } = await dueDays(first.code);
  if (order === null || step === null) throw new Error('the order has no limits');
  const edit = { from: order, to: order, kind: 'holiday' } as const;
  expect(await effectOf(edit)).toMatchObject({ open: 2, later: 2, earlier: 0, overdue: 0, unchanged: 0 });
  expect((await effectOf(edit)).rows.map(({ code, days }) => [code, days > 0])).toEqual([
    [first.code, true],
    [second.code, true],
  ]);
  await save(edit);
  const stepEdit = { from: step, to: step, kind: 'holiday' } as const;
  expect(await effectOf(stepEdit)).toMatchObject({ steps: 2, overdueSteps: 0 });
  await save(stepEdit);

  await moveDueDates(context);
  expect(await dueDays(first.code)).toEqual({ order, step });
  clock.forward(41_000);
  await moveDueDates(context);
  const moved = await dueDays(first.code);
  expect(moved.order && moved.order > order).toBe(true);
  expect(moved.step && moved.step > step).toBe(true);
  expect(await dueDays(second.code)).toEqual(moved);
  const { limit } = await office
    .as('liuyang')
    .done(orderLimits.explain, { params: { workorderCode: first.code }, query: {} });
  expect(limit?.dueOn).toBe(moved.order);
});

test('the move is one audit record of each order, with its digests, and one of the calendar', async () => {
  const links = await context.db
    .selectFrom('audit_links')
    .select(['chain', 'detail'])
    .where('action', 'in', ['work-order.calendar', 'holiday.moved'])
    .orderBy('chain')
    .execute();
  expect(links.map(({ chain }) => chain.replace(/:.*/, ''))).toEqual(['holiday', 'order', 'order']);
  expect(links[0]?.detail).toEqual({ orders: 2 });
  const { findings } = await verifyAudit(context.db, context.crypto);
  expect(findings).toEqual([]);
});

test('a move that runs again changes nothing, and one of an edit that is taken back restores the dates', async () => {
  const before = await dueDays(first.code);
  await move();
  expect(await dueDays(first.code)).toEqual(before);
  const step = before.step ?? '';
  await save({ from: step, to: step, kind: 'holiday' });
  await moveDueDates(context);
  const { key } = await config.done(holidays.effect, { query: { from: step, to: step, kind: 'none' } });
  await config.done(holidays.remove, { body: { from: step, to: step, effectKey: key } });
  await move();
  expect(await dueDays(first.code)).toEqual(before);
});

test('a step that becomes overdue by an earlier due date is counted before the edit is saved', async () => {
  let friday = localDateOf(clock.now);
  while (weekdayOf(friday) !== 5) friday = addDays(friday, 1);
  clock.forward(Date.parse(`${friday}T10:00:00+08:00`) - clock.now.getTime());
  const third = await start();
  const { step } = await dueDays(third.code);
  const saturday = addDays(friday, 1);
  clock.forward(Date.parse(`${step}T09:00:00+08:00`) - clock.now.getTime());
  const effect = await effectOf({ from: saturday, to: saturday, kind: 'workday' });
  expect(effect).toMatchObject({ steps: 1, overdueSteps: 1, overdue: 0 });
});
