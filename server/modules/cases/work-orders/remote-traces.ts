import type { DocumentedTrace, TracesResult } from '#contract/traces.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type RemoteTrace, readRemoteTraces } from '#domain/items/remote-trace.ts';
import { type TraceSource, traceRequest } from '#domain/items/trace-source.ts';
import type { Context } from '#server/framework/context.ts';
import type { ReadableOrder } from './access.ts';
import { noRecords, ownTraces } from './order-traces.ts';
import { noDue, noPanelFields } from './present.ts';
import type { OrderPageRecord } from './queries.ts';

/**
 * Returns the trace of an order (S1 §7): the rows of the remote interface of its item; the portal's own rows
 * if the item has none, if the remote rows are unavailable, or if the own rows are requested (`own`). The
 * request's content is not shown to the client.
 */
export async function orderTraces(
  context: Context,
  actor: Actor,
  found: ReadableOrder<OrderPageRecord>,
  own = false,
): Promise<TracesResult> {
  const source = own ? null : found.order.trace_source;
  if (source === null) return { ...(await ownTraces(context, actor, found)), source: null };
  const rows = await fetchRemoteTrace(context, source, found.order);
  if (Array.isArray(rows))
    return { rows: rows.map(presentRemote), source: { name: source.name, fault: null } };
  context.log.warn({ code: found.order.code, fault: rows.fault }, 'A remote trace could not be read');
  const ownRows = await ownTraces(context, actor, found);
  return { ...ownRows, source: { name: source.name, fault: rows.fault } };
}

async function fetchRemoteTrace(
  { remoteInterfaces }: Context,
  source: TraceSource,
  { id, code, task_code }: OrderPageRecord,
): Promise<RemoteTrace[] | { fault: string }> {
  const facts = { workorderCode: code, workorderId: id, procInsId: id, bizCode: code, taskCode: task_code };
  const request = traceRequest(source, facts, remoteInterfaces.tokenOf(source.url));
  const answer = await remoteInterfaces.ask(request);
  return 'fault' in answer ? answer : readRemoteTraces(source, answer.json);
}

/**
 * Presents a row of another system as a trace; it has no approval rounds, limits, files and urges.
 */
function presentRemote(row: RemoteTrace, index: number): DocumentedTrace {
  return {
    ...row,
    number: index + 1,
    flowNodeId: null,
    candidateNames: [],
    due: noDue,
    attachments: [],
    ...noPanelFields,
    onBehalfOf: '',
    aboutPanelId: null,
    receiverNames: [],
    remindList: [],
    ...noRecords,
  };
}
