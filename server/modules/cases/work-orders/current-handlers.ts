import type {
  CurrentHandler,
  currentHandlers as contract,
  NodeVisit,
  Substitute,
} from '#contract/current-handlers.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { lightsOfStep } from '#domain/supervision/light-days.ts';
import { urgeableFrom } from '#domain/workflow/actions/urge.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import { availableChannels } from '#server/adapters/gateways/messages/available-channels.ts';
import type { Context } from '#server/framework/context.ts';
import { findSubstitutes } from '#server/modules/cases/substitutes/service.ts';
import { currentHolidays, presentDueDate } from '#server/modules/organisation/holidays/service.ts';
import {
  findHolders,
  findPeople,
  type PersonWithPosts,
} from '#server/modules/organisation/organisations/service.ts';
import type { ReadableOrder } from './access.ts';
import { listTraces } from './queries.ts';

/** Maximum number of listed people of one task. */
const maxListedPeople = 50;

interface PeopleOfTask {
  handlers: CurrentHandler[];
  handlerCount: number;
  substitutes: Substitute[];
}

/** Fields of a trace that decide which people may handle its task. */
interface OpenTrace {
  candidates: readonly string[];
  asked_by: readonly string[];
  started_at: Date;
}

/**
 * Returns the current handlers of the order: every open task with its people, their unit and posts; and when
 * they were urged.
 */
export async function currentHandlers(
  context: Pick<Context, 'db' | 'now' | 'gateways' | 'config'>,
  { order }: ReadableOrder,
): Promise<OutputOf<typeof contract.ofOrder>> {
  const { db } = context;
  const waiting = new Set(
    order.state.tasks.filter((task) => isActionable(order.state, task)).map(({ id }) => id),
  );
  const traces = (await listTraces(db, order.id)).filter(({ number }) => waiting.has(number));
  const [peopleOf, holidays] = await Promise.all([findPeopleOf(context, order, traces), currentHolidays(db)]);
  const now = context.now();
  return {
    rows: traces.map((row) => ({
      traceId: `${order.id}.${row.number}`,
      flowNodeId: row.node_id,
      flowNodeName: row.node_name,
      startTime: row.started_at.toISOString(),
      due: presentDueDate(
        { at: row.due_at, provisional: row.due_provisional, ended: false },
        holidays,
        now,
        order.light_days === null ? undefined : lightsOfStep(order.light_days, row.node_id),
      ),
      candidates: row.candidates.map((key, index) => ({
        candidateCode: key,
        candidateName: row.candidate_names[index] ?? key,
      })),
      ...peopleOf(row),
    })),
    channels: availableChannels(context),
    lastUrgedAt: order.state.urgedAt ?? null,
    urgeableFrom: urgeableFrom(order.state, now, context.config.urgeAgainHours)?.toISOString() ?? null,
  };
}

/**
 * Returns the people who have or had a node of the order's diagram, newest visit first (S1 §7 workflow
 * diagram).
 */
export async function nodeHandlers(
  context: Pick<Context, 'db' | 'now'>,
  { order, definition }: ReadableOrder,
  { processDefId, flowNodeId }: { processDefId: string; flowNodeId: string },
): Promise<{ flowNodeName: string; rows: NodeVisit[] } | Refusal<'notFound'>> {
  const node = definition.nodes[flowNodeId];
  if (node === undefined || processDefId !== order.process_definition_id) return refuse('notFound');
  const traces = (await listTraces(context.db, order.id))
    .filter((row) => row.node_id === flowNodeId)
    .reverse();
  const open = traces.filter(({ handler_status }) => handler_status === 0);
  const peopleOf = await findPeopleOf(context, order, open);
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
        ? { candidateNames: row.candidate_names, ...peopleOf(row) }
        : { candidateNames: [], handlers: [], handlerCount: 0, substitutes: [] }),
    })),
  };
}

/** Finds the people with the candidate keys of traces, and their substitutes, with one query for all. */
async function findPeopleOf(
  context: Pick<Context, 'db' | 'now'>,
  order: Pick<ReadableOrder['order'], 'task_code' | 'initiator_id'>,
  traces: readonly OpenTrace[],
): Promise<(trace: OpenTrace) => PeopleOfTask> {
  const { db } = context;
  const holders = await findHolders(
    db,
    traces.flatMap(({ candidates }) => candidates),
  );
  const holderIds = [...new Set([...holders.values()].flat())];
  const substitutesOf = await findSubstitutes(db, context, holderIds);
  const scope = { taskCode: order.task_code, initiatorId: order.initiator_id };
  const holdersByTrace = traces.map((trace) => {
    const ids = [...new Set(trace.candidates.flatMap((key) => holders.get(key) ?? []))];
    const task = { ...scope, openedAt: trace.started_at.toISOString(), askedBy: trace.asked_by };
    // A person who has the task themselves does it in their own name.
    const taskSubstitutes = substitutesOf(ids, task).filter(({ staffId }) => !ids.includes(staffId));
    return { trace, ids, taskSubstitutes: taskSubstitutes.slice(0, maxListedPeople) };
  });
  const substituteIds = holdersByTrace.flatMap(({ taskSubstitutes }) =>
    taskSubstitutes.map(({ staffId }) => staffId),
  );
  const people = await findPeople(db, [...new Set([...holderIds, ...substituteIds])]);
  return (trace) => {
    const { ids = [], taskSubstitutes = [] } = holdersByTrace.find((one) => one.trace === trace) ?? {};
    const handlers = ids.flatMap((id) => people.get(id) ?? []).slice(0, maxListedPeople);
    const substitutes = taskSubstitutes.map(({ staffId, absentName }) => {
      const { name = '', orgName = '' } = people.get(staffId) ?? {};
      return { key: `staff:${staffId}`, name, orgName, absentName };
    });
    return { handlers: handlers.map(presentPerson), handlerCount: ids.length, substitutes };
  };
}

function presentPerson({ staffId, name, orgName, positionNames }: PersonWithPosts): CurrentHandler {
  return { key: `staff:${staffId}`, name, orgName, positionNames };
}
