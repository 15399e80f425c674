import type { OutputOf } from '#contract/endpoint.ts';
import type { opinionAttachments } from '#contract/opinion-attachments.ts';
import type { AttachedFile, PanelView } from '#contract/panels.ts';
import type { Trace } from '#contract/traces.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { Context } from '#server/framework/context.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import type { ReadableOrder } from './access.ts';
import { paymentsOfTrace } from './payments-of-trace.ts';
import { presentTraces } from './present.ts';
import { findTraces, type OrderPageRecord, type TraceRecord } from './queries.ts';
import { recordsOfTrace } from './records-of-trace.ts';
import { specialsOfTrace } from './specials-of-trace.ts';
import type { TraceHead } from './trace-head.ts';
import { presentPanels } from './trace-panels.ts';

type ReadablePage = ReadableOrder<OrderPageRecord>;

/** Returns the people who were asked on the order; the directory is read only if others were asked. */
export async function panelsOf(
  context: Context,
  actor: Actor,
  { order, definition }: ReadablePage,
  holidays: HolidayTable,
  now: Date,
  head?: TraceHead,
): Promise<PanelView[]> {
  const { id: orderId, state, traces, records } = order;
  if (state.panels.length === 0) return [];
  const directory = await currentDirectory(context.db);
  const filesOf = createFileFinder(order.files);
  return presentPanels(
    { orderId, state, definition, traces, records, filesOf, actor, directory, holidays, now },
    head?.shownPanelIds,
  );
}

/**
 * Returns the traces that the first part of a long trace needs; those that the page's statement did not read
 * need another query.
 */
export async function readTraces(
  context: Context,
  { id, traces }: OrderPageRecord,
  { readTaskIds }: TraceHead,
): Promise<TraceRecord[]> {
  const knownNumbers = new Set(traces.map(({ number }) => number));
  const missing = [...readTaskIds].filter((number) => !knownNumbers.has(number));
  if (missing.length === 0) return traces;
  const otherTraces = await findTraces(context.db, id, missing);
  return [...traces, ...otherTraces].sort((one, other) => one.number - other.number);
}

/** Records that a trace may show (S1 §3), for a row without any. */
export const noRecords = {
  corrects: [] as [],
  specials: [] as [],
  outputs: [],
  expresses: [],
  pays: [] as [],
  workorderRareVo: null,
};

/** Returns the rows of the trace, or only its first part if one is given. */
export function tracesOf(
  order: OrderPageRecord,
  panels: readonly PanelView[],
  holidays: HolidayTable,
  now: Date,
  head?: TraceHead,
): Trace[] {
  const extras = { panels, tasks: order.state.tasks, filesOf: createFileFinder(order.files) };
  return presentTraces({ ...order, ended: order.ended_at !== null }, extras, holidays, now, head);
}

/** Returns a function that finds files by ids, in their order. */
function createFileFinder(files: readonly AttachedFile[]): (ids: readonly string[]) => AttachedFile[] {
  return (ids) => ids.flatMap((id) => files.find((file) => file.id === id) ?? []);
}

/** Returns the complete trace that is stored here. */
export async function ownTraces(context: Context, actor: Actor, found: ReadablePage) {
  const holidays = await currentHolidays(context.db);
  const now = context.now();
  const panels = await panelsOf(context, actor, found, holidays, now);
  const rows = tracesOf(found.order, panels, holidays, now);
  const { id, state } = found.order;
  const { records = [] } = state;
  return {
    rows: rows.map((row) => ({
      ...row,
      ...noRecords,
      ...recordsOfTrace(records, row),
      pays: paymentsOfTrace(id, state.records, row.id),
      specials: specialsOfTrace(id, state.records, row.id),
    })),
  };
}

/** Returns the attachments that handlers added to their opinions (S1 §7), in the order of the trace. */
export async function handlerAttachments(
  context: Context,
  actor: Actor,
  found: ReadablePage,
): Promise<OutputOf<typeof opinionAttachments.list>> {
  const { rows } = await ownTraces(context, actor, found);
  return {
    rows: rows
      .filter(({ attachments }) => attachments.length > 0)
      .map((row) => ({
        traceId: row.flowNodeId === null ? '' : row.id,
        nodeName: row.flowNodeName,
        actName: row.actName,
        handlerName: row.handlerName,
        handlerOrgName: row.handlerOrgName,
        handlerTime: row.endTime ?? row.lastUpdatedAt,
        attachments: row.attachments,
      })),
  };
}
