import type { CurrentHandler, currentHandlers as contract, NodeVisit } from '#contract/current-handlers.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isActionable } from '#domain/workflow/slots/panels.ts';
import type { Context } from '#server/context/context.ts';
import { openChannels } from '#server/gateways/messages/open-channels.ts';
import { findHolders, findPeople, type PersonInOffice } from '#server/modules/organisations/service.ts';
import { currentHolidays, showDue } from '#server/modules/supervision/service.ts';
import type { ReadableOrder } from './access.ts';
import { listTraces } from './queries.ts';

/** People behind one task that are named. */
const namedAtMost = 50;

interface People {
  handlers: CurrentHandler[];
  handlerCount: number;
}

/** Who has the order now: every task that waits for somebody, with the people behind it, their unit and posts. */
export async function currentHandlers(
  context: Pick<Context, 'db' | 'now' | 'gateways'>,
  { order }: ReadableOrder,
): Promise<OutputOf<typeof contract.ofOrder>> {
  const { db } = context;
  const waiting = new Set(
    order.state.tasks.filter((task) => isActionable(order.state, task)).map(({ id }) => id),
  );
  const traces = (await listTraces(db, order.id)).filter(({ number }) => waiting.has(number));
  const [peopleOf, holidays] = await Promise.all([
    peopleBehind(
      db,
      traces.flatMap(({ candidates }) => candidates),
    ),
    currentHolidays(db),
  ]);
  const now = context.now();
  return {
    rows: traces.map((row) => ({
      traceId: `${order.id}.${row.number}`,
      flowNodeId: row.node_id,
      flowNodeName: row.node_name,
      startTime: row.started_at.toISOString(),
      due: showDue({ at: row.due_at, provisional: row.due_provisional, ended: false }, holidays, now),
      candidates: row.candidates.map((key, index) => ({
        candidateCode: key,
        candidateName: row.candidate_names[index] ?? key,
      })),
      ...peopleOf(row.candidates),
    })),
    channels: openChannels(context),
  };
}

/** Who has or had a node of the order's diagram, newest visit first (S1 §7 workflow diagram). */
export async function nodeHandlers(
  { db }: Pick<Context, 'db'>,
  { order, definition }: ReadableOrder,
  { processDefId, flowNodeId }: { processDefId: string; flowNodeId: string },
): Promise<{ flowNodeName: string; rows: NodeVisit[] } | Refusal<'notFound'>> {
  const node = definition.nodes[flowNodeId];
  if (node === undefined || processDefId !== order.process_definition_id) return refuse('notFound');
  const traces = (await listTraces(db, order.id)).filter((row) => row.node_id === flowNodeId).reverse();
  const open = traces.filter(({ handler_status }) => handler_status === 0);
  const peopleOf = await peopleBehind(
    db,
    open.flatMap(({ candidates }) => candidates),
  );
  return {
    flowNodeName: node.name,
    rows: traces.map((row) => ({
      traceId: `${order.id}.${row.number}`,
      handlerStatus: row.handler_status,
      actName: row.act_name,
      handlerName: row.handler_name,
      handlerOrgName: row.handler_org_name,
      startTime: row.started_at.toISOString(),
      endTime: row.ended_at?.toISOString() ?? null,
      ...(row.handler_status === 0
        ? { candidateNames: row.candidate_names, ...peopleOf(row.candidates) }
        : { candidateNames: [], handlers: [], handlerCount: 0 }),
    })),
  };
}

/** The people behind candidate keys, asked once for all of them. */
async function peopleBehind(
  db: Context['db'],
  keys: readonly string[],
): Promise<(candidates: readonly string[]) => People> {
  const holders = await findHolders(db, keys);
  const people = await findPeople(db, [...new Set([...holders.values()].flat())]);
  return (candidates) => {
    const ids = [...new Set(candidates.flatMap((key) => holders.get(key) ?? []))];
    const handlers = ids.flatMap((id) => people.get(id) ?? []).slice(0, namedAtMost);
    return { handlers: handlers.map(presentPerson), handlerCount: ids.length };
  };
}

function presentPerson({ staffId, name, orgName, positionNames }: PersonInOffice): CurrentHandler {
  return { key: `staff:${staffId}`, name, orgName, positionNames };
}
