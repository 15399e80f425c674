import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { rebuildFigures, updateFigures } from './rollup.ts';

const office = await testOffice();
const { context } = office;
const { db } = context;
const desk = openDesk(office);

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

interface Sums {
  intake: number;
  concluded: number;
  on_time: number;
  late: number;
  worked_days: number;
}

async function sums(): Promise<Sums | undefined> {
  const { rows } = await sql<Sums>`
    select coalesce(sum(intake), 0)::int as intake, coalesce(sum(concluded), 0)::int as concluded,
      coalesce(sum(on_time), 0)::int as on_time, coalesce(sum(late), 0)::int as late,
      coalesce(sum(worked_days), 0)::int as worked_days from days_counted`.execute(db);
  return rows[0];
}

async function openByStatus(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select status || ': ' || sum(orders) as line from open_counted group by status having sum(orders) <> 0
    order by status`.execute(db);
  return rows.map(({ line }) => line);
}

async function waitingChanges(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from figure_changes`.execute(db);
  return rows[0]?.n ?? 0;
}

describe('dashboard figures', () => {
  test('are right directly after the commit, before and after they are added up', async () => {
    const order = await desk.start('zhangwei', petition(1));
    const concluded = await desk.start('zhangwei', petition(2));
    expect(await sums()).toMatchObject({ intake: 2, concluded: 0 });
    const before = await openByStatus();
    await updateFigures(context);
    expect(await waitingChanges()).toBe(0);
    expect([await sums(), await openByStatus()]).toMatchObject([{ intake: 2, concluded: 0 }, before]);
    await desk.press('liuyang', concluded, 'receive', 'void');
    await desk.press('liuyang', order, 'receive', 'receive');
    expect(await sums()).toMatchObject({ intake: 2, concluded: 1, on_time: 1, late: 0, worked_days: 0 });
    expect((await openByStatus()).join()).not.toBe(before.join());
    await updateFigures(context);
    expect(await sums()).toMatchObject({ intake: 2, concluded: 1, on_time: 1, late: 0, worked_days: 0 });
  });

  test('follow a withdrawn step, and count nothing twice', async () => {
    const order = await desk.start('zhangwei', petition(3));
    const before = await openByStatus();
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.withdraw('liuyang', order, 'receive');
    expect((await openByStatus()).reduce((sum, line) => sum + Number(line.split(': ')[1]), 0)).toBe(2);
    expect(await openByStatus()).toHaveLength(before.length);
    await updateFigures(context);
    expect(await checkInvariants(db)).toEqual([]);
  });

  test('distinguish late from on time by the day, and count working days', async () => {
    const late = await desk.start('zhangwei', petition(4));
    office.clock.forward(100 * 86_400_000);
    await desk.press('liuyang', late, 'receive', 'void');
    expect(await sums()).toMatchObject({ concluded: 2, on_time: 1, late: 1 });
    const { worked_days } = await db
      .selectFrom('work_orders')
      .select('worked_days')
      .where('id', '=', late.id)
      .executeTakeFirstOrThrow();
    expect(worked_days).toBeGreaterThan(60);
    expect(await sums()).toMatchObject({ worked_days });
  });
});

describe('a rebuild of the figures', () => {
  test('changes nothing after ordinary work', async () => {
    expect(await rebuildFigures(context)).toBe(0);
  });

  test('corrects manual changes, and loses no change that is not yet added up', async () => {
    await desk.start('zhangwei', petition(5));
    const correct = await sums();
    await sql`update day_figures set intake = intake + 3`.execute(db);
    await sql`delete from open_figures`.execute(db);
    expect(await checkInvariants(db)).not.toEqual([]);
    expect(await rebuildFigures(context)).toBeGreaterThan(1);
    expect(await sums()).toEqual(correct);
    expect(await checkInvariants(db)).toEqual([]);
  });
});
