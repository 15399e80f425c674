import { afterAll, expect, test } from 'vitest';
import { holidays } from '#contract/holidays.ts';
import { orderLimits } from '#contract/order-limits.ts';
import { workOrders } from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type ClockLedger, extendClock } from '#domain/calendar/clock-ledger.ts';
import { addDays, localDateOf, weekdayOf } from '#domain/calendar/local-date.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { exportableMoved, moveDueDates } from './service.ts';

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

test('all moved orders are pages and a file, with 暂定 where a year has no notice', async () => {
  const { order } = await dueDays(first.code);
  if (order === null) throw new Error('the order has no limit');
  const edit = { from: order, to: order, kind: 'holiday' } as const;
  const { rows, later } = await effectOf(edit);
  const page = await config.done(holidays.moved, { query: { ...edit, size: '5' } });
  expect(page).toEqual({ total: later, rows });
  expect(await config.done(holidays.moved, { query: { ...edit, page: '2', size: '5' } })).toEqual({
    total: later,
    rows: [],
  });
  const request = await exportableMoved.request(context, {} as Actor, { ...edit, page: 1, size: 10 });
  if (isRefusal(request)) throw new Error(request.refused);
  const exported: unknown[] = [];
  for await (const batch of request.rows(context.db, 1)) exported.push(...batch);
  expect(exported).toEqual(rows.slice(0, 1));
  expect(await request.count()).toBe(later);
  const note = exportableMoved.columns.find(({ key }) => key === 'note');
  expect(note?.cell({ ...rows[0], becomesOverdue: true, provisional: true })).toBe('变动后即超期、暂定');
  // An edit that moves nothing has an empty list.
  const far = addDays(order, 60);
  expect(await config.done(holidays.moved, { query: { from: far, to: far, kind: 'none' } })).toEqual({
    total: 0,
    rows: [],
  });
});

test('an extended order is listed by its own clock', async () => {
  const { order } = await dueDays(first.code);
  if (order === null) throw new Error('the order has no limit');
  const edit = { from: order, to: order, kind: 'holiday' } as const;
  const { clock: ledger } = await context.db
    .selectFrom('work_order_states')
    .select('clock')
    .where('workorder_id', '=', first.id)
    .executeTakeFirstOrThrow();
  const setClock = (value: unknown) =>
    context.db
      .updateTable('work_order_states')
      .set({ clock: JSON.stringify(value) })
      .where('workorder_id', '=', first.id)
      .execute();
  await setClock(extendClock(ledger as ClockLedger, { days: 10, reason: '' }, clock.now));
  const { total, rows } = await config.done(holidays.moved, { query: edit });
  const newDueOn = (code: string) => rows.find((row) => row.code === code)?.newDueOn ?? '';
  expect(total).toBe(2);
  expect(newDueOn(first.code) > newDueOn(second.code)).toBe(true);
  await setClock(ledger);
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
