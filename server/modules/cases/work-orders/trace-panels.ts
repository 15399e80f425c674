import type { AttachedFile, PanelView, SeatRow } from '#contract/panels.ts';
import type { Actor } from '#domain/access/actor.ts';
import { startClock } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { CountersignFlowCondition, CountersignResult } from '#domain/enumerations/countersign.ts';
import { HandlerType } from '#domain/enumerations/handler-type.ts';
import { type CommandAction, mayPerform } from '#domain/workflow/actions/registry.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Panel, Seat } from '#domain/workflow/model/panel.ts';
import { isStarter, openPanelsAt } from '#domain/workflow/state/panels.ts';
import { presentDueDate } from '#server/modules/organisation/holidays/service.ts';
import type { Directory } from '#server/modules/organisation/organisations/service.ts';
import type { TraceRecord, TraceRecordRow } from './queries.ts';

/** Data from which the panels of an order are presented. */
export interface PanelSources {
  orderId: string;
  state: OrderState;
  definition: ProcessDefinition;
  traces: readonly TraceRecord[];
  records: readonly TraceRecordRow[];
  filesOf(ids: readonly string[]): AttachedFile[];
  actor: Actor;
  directory: Directory;
  holidays: HolidayTable;
  now: Date;
}

/** Returns the tasks whose rows are shown in a panel: all of a countersign, the answers of signers. */
export function tasksShownInPanel({
  kind,
  byTaskId,
  seats,
}: Pick<Panel, 'kind' | 'byTaskId' | 'seats'>): number[] {
  if (byTaskId === null) return [];
  const isOfSigners = kind === 'before' || kind === 'after';
  const insideSeats = seats.filter(
    ({ outcome }) => kind === 'countersign' || (isOfSigners && isAnswer(outcome)),
  );
  return insideSeats.flatMap(({ taskId }) => taskId ?? []);
}

function isAnswer(outcome: Seat['outcome']): boolean {
  return outcome === 'passed' || outcome === 'failed' || outcome === 'answered';
}

/**
 * Presents every panel that a person started, in the order of starting; the instances of a node are not shown
 * as a panel.
 */
export function presentPanels(sources: PanelSources, panelIds?: ReadonlySet<number>): PanelView[] {
  return sources.state.panels.flatMap((panel) =>
    panel.kind === 'instance' || panel.byTaskId === null || panelIds?.has(panel.id) === false
      ? []
      : presentPanel(panel, panel.kind, panel.byTaskId, sources),
  );
}

function presentPanel(
  panel: Panel,
  kind: PanelView['kind'],
  byTaskId: number,
  sources: PanelSources,
): PanelView {
  const { state, actor } = sources;
  const isOpen = openPanelsAt(state, panel.tokenId).includes(panel);
  const mayManage = isOpen && isStarter(state, panel, actor);
  const can = {
    add: mayManage && addAction[kind] !== null && mayPerform(actor, addAction[kind]),
    remove: mayManage && mayPerform(actor, 'removeSigner'),
  };
  const seats = panel.seats.map((seat, index) =>
    presentSeat(panel, seat, index, { sources, isOpen, ...can }),
  );
  const nodeId = state.tokens[panel.tokenId - 1]?.nodeId ?? '';
  return {
    id: panel.id,
    kind,
    traceId: `${sources.orderId}.${byTaskId}`,
    flowNodeName: sources.definition.nodes[nodeId]?.name ?? '',
    promoterId: panel.by.staffId,
    promoterName: panel.by.name,
    promoterOrgName: panel.by.orgName,
    reason: panel.reason,
    // The first row of a panel is that of its start.
    attachments: sources.filesOf(
      sources.records.find(({ panel_id }) => panel_id === panel.id)?.file_ids ?? [],
    ),
    startedAt: new Date(panel.startedAt).toISOString(),
    sequence: panel.sequence,
    rule: panel.rule.kind,
    percent: panel.rule.kind === 'share' ? panel.rule.percent : null,
    flowCondition:
      panel.goes === 'on' ? CountersignFlowCondition.advance : CountersignFlowCondition.returnToRequester,
    expiry: panel.expiry,
    limit: panel.limit && { amount: panel.limit.amount, unit: panel.limit.unit },
    due: dueOf(panel, isOpen, sources),
    outcome: panel.outcome,
    tally: tallyOf(seats),
    seats,
    can,
  };
}

/** The action that asks more people; a delegation and an earlier handler are one person only. */
const addAction: Record<PanelView['kind'], CommandAction | null> = {
  countersign: 'addToCountersign',
  before: 'addToSigners',
  after: 'addToSigners',
  delegate: null,
  returned: null,
};

function dueOf({ limit, startedAt }: Panel, isOpen: boolean, { holidays, now }: PanelSources) {
  const due = limit && dueDate(startClock(limit, new Date(startedAt)), holidays);
  return presentDueDate(
    { at: due?.dueAt ?? null, provisional: due?.provisional ?? false, ended: !isOpen },
    holidays,
    now,
  );
}

function tallyOf(seats: readonly SeatRow[]): PanelView['tally'] {
  const countedSeats = seats.filter(({ state }) => state !== 'removed');
  const count = (...states: SeatRow['state'][]) =>
    countedSeats.filter(({ state }) => states.includes(state)).length;
  return {
    seats: countedSeats.length,
    handled: countedSeats.filter(({ isHandled }) => isHandled === handledCode).length,
    passed: count('passed'),
    failed: count('failed'),
    noAnswer: count('absent', 'expired', 'closed'),
  };
}

/** Codes of S1 §3: 2 means handled. */
const handledCode = 2;
const notHandledCode = 1;

function presentSeat(
  panel: Panel,
  { group, groupName, keys, taskId, outcome }: Seat,
  seat: number,
  context: { sources: PanelSources; isOpen: boolean; remove: boolean },
): SeatRow {
  const { sources, isOpen } = context;
  const { directory } = sources;
  const trace = taskId === null ? undefined : sources.traces.find(({ number }) => number === taskId);
  const isAnswered = isAnswer(outcome);
  const handlerNames =
    trace && trace.handler_status === 0 ? trace.candidate_names : keys.map(directory.nameOf);
  const members =
    groupName === null ? [] : panel.seats.filter((one) => one.group === group && one.outcome !== 'removed');
  return {
    id: taskId === null ? '' : `${sources.orderId}.${taskId}`,
    panelId: panel.id,
    seat,
    group,
    groupName: groupName ?? '',
    groupMemberNames: members.flatMap((one) => one.keys.map(directory.nameOf)).join('、'),
    handlerType: typeOf(keys),
    handlerName: isAnswered ? (trace?.handler_name ?? '') : handlerNames.join('、'),
    handlerOrgName: isAnswered ? (trace?.handler_org_name ?? '') : orgNameOf(keys, directory),
    handlerResult:
      outcome === 'passed' ? CountersignResult.pass : outcome === 'failed' ? CountersignResult.fail : null,
    handlerOpinion: isAnswered ? (trace?.opinion ?? '') : '',
    attachments: isAnswered ? sources.filesOf(trace?.file_ids ?? []) : [],
    isHandled: isAnswered ? handledCode : notHandledCode,
    state: outcome ?? (!isOpen ? 'closed' : taskId === null ? 'beforeTurn' : 'asked'),
    askedAt: trace ? new Date(trace.started_at).toISOString() : null,
    handledAt: isAnswered && trace?.ended_at ? new Date(trace.ended_at).toISOString() : null,
    canRemove: context.remove && outcome === null,
  };
}

function typeOf([key = '']: readonly string[]): number {
  if (key.startsWith('staff:')) return HandlerType.staff;
  return key.startsWith('department:') || key.startsWith('org:')
    ? HandlerType.organisation
    : HandlerType.role;
}

function orgNameOf(keys: readonly string[], { addressee, nameOf }: Directory): string {
  const orgId = keys.length === 1 ? addressee(keys[0] ?? '')?.orgId : null;
  return orgId ? nameOf(`org:${orgId}`) : '';
}
