import { sql } from 'kysely';
import type { Tx } from '#server/kernel/database/transaction.ts';

/** Locks the figures, so that one process at a time adds to the sums; actions never wait for this lock. */
export async function lockFigures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('figures of the office'))`.execute(tx);
}

const insertDaySums = sql`insert into day_figures as f (day, org_id, area_code, business_item_id, channel, intake, concluded,
    on_time, late, worked_days, fell_late)`;
const addToDaySums = sql`on conflict (day, org_id, area_code, business_item_id, channel) do update set
    intake = f.intake + excluded.intake, concluded = f.concluded + excluded.concluded,
    on_time = f.on_time + excluded.on_time, late = f.late + excluded.late,
    worked_days = f.worked_days + excluded.worked_days, fell_late = f.fell_late + excluded.fell_late`;
const insertUnitSums = sql`insert into unit_figures as f (day, org_id, intake, concluded, on_time, late, worked_days, fell_late)`;
const addToUnitSums = sql`on conflict (day, org_id) do update set
    intake = f.intake + excluded.intake, concluded = f.concluded + excluded.concluded,
    on_time = f.on_time + excluded.on_time, late = f.late + excluded.late,
    worked_days = f.worked_days + excluded.worked_days, fell_late = f.fell_late + excluded.fell_late`;
const insertOfficeSums = sql`insert into office_figures as f (day, intake, concluded, on_time, late, worked_days, fell_late)`;
const addToOfficeSums = sql`on conflict (day) do update set
    intake = f.intake + excluded.intake, concluded = f.concluded + excluded.concluded,
    on_time = f.on_time + excluded.on_time, late = f.late + excluded.late,
    worked_days = f.worked_days + excluded.worked_days, fell_late = f.fell_late + excluded.fell_late`;
const insertHourSums = sql`insert into hour_figures as f (day, hour, org_id, area_code, business_item_id, channel, intake)`;
const addToHourSums = sql`on conflict (day, hour, org_id, area_code, business_item_id, channel) do update
    set intake = f.intake + excluded.intake`;
const insertOpenSums = sql`insert into open_figures as f (org_id, area_code, business_item_id, channel, status, due_on, orders)`;
const addToOpenSums = sql`on conflict (org_id, area_code, business_item_id, channel, status, due_on) do update
    set orders = f.orders + excluded.orders`;

/**
 * Adds all recorded changes to the sums and returns their number. One statement with one snapshot: the
 * changes that it adds are the same that it deletes, so a reader finds each change either separately or in the sums.
 */
export async function addChangesToSums(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with days as (
      ${insertDaySums}
      select day, org_id, area_code, business_item_id, channel, sum(intake), sum(concluded), sum(on_time), sum(late),
        sum(worked_days), sum(fell_late)
      from day_standings where source = 'changes'
      group by 1, 2, 3, 4, 5
      having sum(intake) <> 0 or sum(concluded) <> 0 or sum(on_time) <> 0 or sum(late) <> 0 or sum(worked_days) <> 0
        or sum(fell_late) <> 0
      ${addToDaySums}
    ), units as (
      ${insertUnitSums}
      select day, org_id, sum(intake), sum(concluded), sum(on_time), sum(late), sum(worked_days), sum(fell_late)
      from day_standings where source = 'changes' group by 1, 2
      ${addToUnitSums}
    ), office as (
      ${insertOfficeSums}
      select day, sum(intake), sum(concluded), sum(on_time), sum(late), sum(worked_days), sum(fell_late)
      from day_standings where source = 'changes' group by 1
      ${addToOfficeSums}
    ), hours as (
      ${insertHourSums}
      select day, hour, org_id, area_code, business_item_id, channel, sum(intake)
      from hour_standings where source = 'changes'
      group by 1, 2, 3, 4, 5, 6 having sum(intake) <> 0
      ${addToHourSums}
    ), open as (
      ${insertOpenSums}
      select org_id, area_code, business_item_id, channel, status, due_on, sum(orders)
      from open_standings where source = 'changes'
      group by 1, 2, 3, 4, 5, 6 having sum(orders) <> 0
      ${addToOpenSums}
    ), taken as (delete from figure_changes returning 1)
    select count(*)::int as folded from taken`.execute(tx);
  return rows[0]?.folded ?? 0;
}

/** Deletes rows that count no open order; they occur with each change of a status or limit. */
export async function deleteEmptySums(tx: Tx): Promise<void> {
  await sql`delete from open_figures where orders = 0`.execute(tx);
}

/** Adds to the sums their difference from the orders, and returns the number of wrong sums. */
export async function correctFigures(tx: Tx): Promise<number> {
  const { rows } = await sql<{ corrected: number }>`
    with days as (${insertDaySums} select * from day_drift ${addToDaySums} returning 1),
      units as (${insertUnitSums} select * from unit_drift ${addToUnitSums} returning 1),
      office as (${insertOfficeSums} select * from office_drift ${addToOfficeSums} returning 1),
      hours as (${insertHourSums} select * from hour_drift ${addToHourSums} returning 1),
      open as (${insertOpenSums} select * from open_drift ${addToOpenSums} returning 1)
    select ((select count(*) from days) + (select count(*) from units) + (select count(*) from office)
      + (select count(*) from hours) + (select count(*) from open))::int as corrected`.execute(tx);
  return rows[0]?.corrected ?? 0;
}
