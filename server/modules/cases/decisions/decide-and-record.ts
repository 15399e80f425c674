import type { Actor, Person } from '#domain/access/actor.ts';
import { type ClockLedger, startClock, type TimeLimit } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { FindRuleResult } from '#domain/expressions/budget.ts';
import { withChange } from '#domain/forms/content-changes.ts';
import type { PendingNotice } from '#domain/messages/notice.ts';
import { orderLedger } from '#domain/records/clock.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { absentPersonForTask, isCandidateFor } from '#domain/substitutes/substitution.ts';
import { actionTimeAfter } from '#domain/workflow/action-time.ts';
import { answerAtVotingSeat } from '#domain/workflow/actions/answer-countersign.ts';
import type { ChangeRecordCommand } from '#domain/workflow/actions/change-record.ts';
import { actions, type Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { DecisionRefusal } from '#domain/workflow/model/decision-refusals.ts';
import type { DecisionContext, OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { applyAll } from '#domain/workflow/state/apply.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { Context } from '#server/framework/context.ts';
import type { Signer } from '#server/modules/access/audit/service.ts';
import { evaluateCondition } from '#server/modules/design/processes/service.ts';
import { ledgerOf } from './clock-of-task.ts';
import type {
  ChangedForm,
  Decision,
  IdempotentAnswer,
  NewOrder,
  OrderVersion,
  PendingForm,
  RemainingTaskDraft,
} from './decision.ts';
import { namedPeople } from './named-people.ts';
import { rowChangesOf } from './row-changes.ts';

/** Identity of an order for conditions, lists and the audit log. */
export interface OrderIdentity {
  id: string;
  taskCode: string;
  areaCode: string;
  title: string;
}

/** An order as read, completely and in one snapshot. */
export interface OrderSnapshot extends OrderIdentity, OrderVersion {
  state: OrderState;
  clock: unknown;
  /** Time of the last action. */
  actedAt: Date;
  /** Number of trace rows of this order that belong to no node. */
  recordCount: number;
}

/** A command, with everything that is needed to decide and record it. */
export interface DecisionRequest {
  /** The order as read, or the data of a new one. */
  order: OrderSnapshot | (OrderIdentity & { start: NewOrder });
  command: Command;
  definition: ProcessDefinition;
  actor: Actor;
  /** Time by the clock; the decision is never dated before the order's last action. */
  at: Date;
  /** Values for conditions; `orderFacts` returns the order's own part. */
  facts: DecisionContext['facts'];
  /** Results of the rules that conditions read; without it a condition with a rule cannot be decided. */
  findRuleResult?: FindRuleResult;
  directory: { nameOf(key: string): string; addressee: DecisionContext['addressee'] };
  holidays: HolidayTable;
  /** Result of checking the forms that came with the command. */
  forms: {
    /** Encrypted contents of the changed forms, with the changed fields and the earlier changes. */
    changed: ChangedForm[];
    /** Encrypted pending values: entered during an action that does not change forms. */
    pending: PendingForm[];
    /** Uploaded files that become files of the order. */
    fileIdsToAttach: string[];
  };
  /** Task draft that stays at the task for the person who acted. */
  remainingDraft?: RemainingTaskDraft | null;
  /** Hours until an order may be urged again, by the office's setting. */
  urgeAgainHours?: number;
  /** Message channels that the office has set up. */
  configuredChannels?: readonly MessageChannel[];
  /** Settings of the item and calendar, for a command on a side record. */
  records?: DecisionContext['records'];
  /** Attachments of the opinion, and those of them that become files of the order. */
  opinionFiles?: { ids: readonly string[]; idsToAttach: readonly string[] };
  /** Notice that the handler sends with the action, and its recipients. */
  notice?: { pendingNotice: PendingNotice; targets: readonly string[] } | null;
  /** Documents confirmed for the action; their files become files of the order. */
  documents?: readonly {
    id: string;
    name: string;
    sha256: string;
    documentNumber: string;
    /** File id of the same document as DOCX. */
    docxId: string | null;
  }[];
  requestId: string;
  signer: Signer;
  /** Returns the idempotency key with the answer to store; null for requests that are not repeated. */
  answer(outcome: DecisionOutcome): IdempotentAnswer | null;
}

/** Result of a decision, for the function that writes the answer. */
export interface DecisionOutcome {
  stateAfter: OrderState;
  status: number;
  /** Due date of the whole order; null without a limit. */
  dueAt: Date | null;
}

/**
 * Decides a command on an order, or the start of one, and returns everything to be written; it writes nothing
 * and makes no query. The only way from a command to the tables: all starts and actions use this and
 * `writeDecision`.
 */
export function decideAndRecord(request: DecisionRequest): Decision | DecisionRefusal {
  const { order, definition, actor, directory, holidays, documents = [] } = request;
  const existing = 'start' in order ? null : order;
  const { addressee } = directory;
  const command =
    existing && request.command.action === 'answerCountersign'
      ? answerAtVotingSeat(existing.state, request.command, { definition, actor, addressee })
      : request.command;
  const at = existing ? actionTimeAfter(existing.actedAt, request.at) : request.at;
  const events = decide(existing?.state ?? null, command, {
    definition,
    actor,
    now: at,
    facts: request.facts,
    evaluateCondition: (expression, facts, spend) =>
      evaluateCondition(expression, facts, spend, request.findRuleResult),
    addressee,
    ...(request.urgeAgainHours !== undefined && { urgeAgainHours: request.urgeAgainHours }),
    ...(request.configuredChannels !== undefined && { configuredChannels: request.configuredChannels }),
    ...(request.records !== undefined && { records: { ...request.records, orderLimit: limitOf(existing) } }),
  });
  if (isRefusal(events)) return events;
  const after = applyAll(existing?.state ?? null, events);
  const recording = rowChangesOf({
    stateBefore: existing?.state ?? null,
    stateAfter: after,
    events,
    definition,
    holidays,
    nameOf: directory.nameOf,
    action: command.action,
    taskId: 'taskId' in command ? command.taskId : undefined,
    absentPerson: absentPersonOf(command, existing?.state, actor),
    fileIds: request.opinionFiles?.ids ?? [],
  });
  const ledger =
    'start' in order ? startOrderClock(order.start, definition, at) : (order.clock as ClockLedger | null);
  const clock = ledger && orderLedger(ledger, after.records);
  const due = clock ? dueDate(clock, holidays) : { dueAt: null, provisional: false };
  const { status } = recording.order;
  const { changed, pending, fileIdsToAttach } = request.forms;
  const taskId = 'taskId' in command ? command.taskId : undefined;
  return {
    workorderId: order.id,
    taskCode: order.taskCode,
    areaCode: order.areaCode,
    action: command.action,
    actor,
    at,
    state: after,
    events,
    rowChanges: recording,
    clock,
    due,
    recordNumber: (existing?.recordCount ?? 0) + 1,
    forms: changed.map((form) => ({
      ...form,
      changes: withChange(form.changes, {
        version: after.version,
        at: at.toISOString(),
        by: actor.name,
        fields: form.fields,
        overwritten: form.overwritten,
      }),
    })),
    pending: taskId === undefined ? null : { number: taskId, forms: pending },
    remainingDraft: request.remainingDraft ?? null,
    deletesForms: actions[command.action].deletesForms === true,
    fileIds: [
      ...new Set([
        ...fileIdsToAttach,
        ...(request.opinionFiles?.idsToAttach ?? []),
        ...documents.flatMap(({ id, docxId }) => (docxId === null ? [id] : [id, docxId])),
      ]),
    ],
    audit: {
      signer: request.signer,
      detail: {
        ...(existing ? {} : { taskCode: order.taskCode }),
        version: after.version,
        status,
        ...(taskId === undefined ? {} : { task: taskId }),
        ...(request.notice && {
          notice: { targets: request.notice.targets, channels: request.notice.pendingNotice.channels },
        }),
        ...(documents.length > 0 && {
          documents: documents.map(({ id, name, sha256, documentNumber }) => ({
            id,
            name,
            sha256,
            ...(documentNumber !== '' && { documentNumber }),
          })),
        }),
        ...(changed.length > 0 ? { forms: changed.map(({ formCode }) => formCode) } : {}),
      },
      requestId: request.requestId,
    },
    namedIds: namedPeople(command),
    notice: request.notice?.pendingNotice ?? null,
    idempotency: request.answer({ stateAfter: after, status, dueAt: due.dueAt }),
    order: 'start' in order ? order.start : order,
  };
}

/**
 * Returns the absent person on whose behalf the actor performs this candidate action, or gives a command to a side record
 * at a task of the absent person; null for every other action.
 */
function absentPersonOf(command: Command, state: OrderState | undefined, actor: Actor): Person | null {
  if (command.action === 'changeRecord') return state ? absentPersonForRecord(command, state, actor) : null;
  const task = 'taskId' in command ? state?.tasks[command.taskId - 1] : undefined;
  const isCandidateAction = actions[command.action].actorRole === 'candidate';
  return task && isCandidateAction && task.outcome === null ? absentPersonForTask(actor, task) : null;
}

function absentPersonForRecord(
  { recordId, atTaskId }: Pick<ChangeRecordCommand, 'recordId' | 'atTaskId'>,
  state: OrderState,
  actor: Actor,
): Person | null {
  const taskId = recordId === null ? atTaskId : (state.records?.[recordId - 1]?.taskId ?? null);
  const tokenId = taskId === null ? undefined : state.tasks[taskId - 1]?.tokenId;
  const tasks = openTasks(state).filter((task) => isCandidateFor(actor, task));
  const atVisit = tasks.filter((task) => taskId === null || task.tokenId === tokenId);
  const people = atVisit.map((task) => absentPersonForTask(actor, task));
  return people.includes(null) ? null : (people[0] ?? null);
}

/** Returns the limit of a whole order, which runs from its start: its own, else that of its process. */
function startOrderClock(
  { limit: ownLimit }: NewOrder,
  { limit }: ProcessDefinition,
  at: Date,
): ClockLedger | null {
  if (ownLimit) return startClock(ownLimit, at);
  return limit ? ledgerOf(limit, at) : null;
}

/** Returns the limit that an order has; undefined without one. */
function limitOf(existing: OrderSnapshot | null): TimeLimit | undefined {
  return (existing?.clock as ClockLedger | null | undefined)?.limit;
}

/** Returns the facts that conditions read as `order`. */
export function orderFacts({
  taskCode,
  areaCode,
  title,
}: Omit<OrderIdentity, 'id'>): Record<string, unknown> {
  return { taskCode, areaCode, title };
}

/**
 * Wakes the clients that show the order or wait for its tasks, and the job that sends messages; called after
 * the commit.
 */
export function notifyClients({ notifier }: Pick<Context, 'notifier'>, decision: Decision): void {
  const { workorderId, actor, rowChanges } = decision;
  notifier.notify({
    topics: [`order:${workorderId}`, `staff:${actor.staffId}`, ...rowChanges.keys.map((key) => `key:${key}`)],
    event: 'work-order',
    id: workorderId,
  });
  notifier.wake('work-order.notices');
}
