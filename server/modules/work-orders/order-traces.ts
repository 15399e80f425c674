import type { AttachedFile, PanelView } from '#contract/panels.ts';
import type { Trace } from '#contract/traces.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { Context } from '#server/context/context.ts';
import { currentDirectory } from '#server/modules/organisations/service.ts';
import { currentHolidays } from '#server/modules/supervision/service.ts';
import type { ReadableOrder } from './access.ts';
import { presentTraces } from './present.ts';
import type { OrderPageRecord } from './queries.ts';
import { presentPanels } from './trace-panels.ts';

type ReadablePage = ReadableOrder<OrderPageRecord>;

/** Those who were asked on the order; only who has asked anybody costs a look into the directory. */
export async function panelsOf(
  context: Context,
  actor: Actor,
  { order, definition }: ReadablePage,
  holidays: HolidayTable,
  now: Date,
): Promise<PanelView[]> {
  const { id: orderId, state, traces, records } = order;
  if (state.panels.length === 0) return [];
  const directory = await currentDirectory(context.db);
  const filesOf = filesAmong(order.files);
  return presentPanels({
    orderId,
    state,
    definition,
    traces,
    records,
    filesOf,
    actor,
    directory,
    holidays,
    now,
  });
}

/** Records that a trace may show (S1 §3) and no order has. */
export const noRecords = {
  corrects: [] as [],
  specials: [] as [],
  outputs: [] as [],
  pays: [] as [],
  workorderRareVo: null,
};

export function tracesOf(
  order: OrderPageRecord,
  panels: readonly PanelView[],
  holidays: HolidayTable,
  now: Date,
): Trace[] {
  const extras = { panels, tasks: order.state.tasks, filesOf: filesAmong(order.files) };
  return presentTraces({ ...order, ended: order.ended_at !== null }, extras, holidays, now);
}

/** The files of these ids, in their order. */
function filesAmong(files: readonly AttachedFile[]): (ids: readonly string[]) => AttachedFile[] {
  return (ids) => ids.flatMap((id) => files.find((file) => file.id === id) ?? []);
}

/** The trace that is kept here, row by row. */
export async function ownTraces(context: Context, actor: Actor, found: ReadablePage) {
  const holidays = await currentHolidays(context.db);
  const now = context.now();
  const panels = await panelsOf(context, actor, found, holidays, now);
  const rows = tracesOf(found.order, panels, holidays, now);
  return { rows: rows.map((row) => ({ ...row, ...noRecords })) };
}
