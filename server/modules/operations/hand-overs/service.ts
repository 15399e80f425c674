import type { z } from 'zod';
import type { HandOver, HandOverPreview, HandOverTask, handOvers } from '#contract/hand-overs.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import {
  handOverBatchSize,
  maxHandOverTasks,
  maxShownHandOverPeople,
  maxShownUnattendedCandidates,
  maxUnattended,
} from '#domain/hand-overs/limits.ts';
import { problemOfReason } from '#domain/opinions/opinion.ts';
import { type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { staffKey } from '#domain/workflow/decision/builder.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { reassignTask } from '#server/modules/cases/handling/service.ts';
import { listActiveRulesOf } from '#server/modules/cases/substitutes/service.ts';
import { type HandOverRequest, planHandOver, presentPlan, problemsOf } from './plan.ts';
import * as queries from './queries.ts';
import * as unattended from './unattended.queries.ts';

const authorization = { permission: Permission.administer };

/** Returns a page of hand-overs, the newest first by default (docs/decisions/0110). */
export async function pageOfHandOvers(
  { db }: Pick<Context, 'db'>,
  query: z.output<typeof handOvers.page.query>,
) {
  const { rows, total } = await queries.listHandOvers(db, query);
  return { rows: rows.map(presentHandOver), total };
}

function presentHandOver({ startedAt, ...row }: queries.HandOverRow): HandOver {
  return { ...row, startedAt: startedAt.toISOString() };
}

/** Lists tasks without a handler in service, and their absent candidates (docs/decisions/0191). */
export async function pageOfUnattendedTasks(
  { db }: Pick<Context, 'db'>,
  query: { page: number; size: number },
) {
  const [{ rows, total }, addressees] = await Promise.all([
    unattended.pageOfUnattended(db, query),
    unattended.listUnattendedCandidates(db, maxShownUnattendedCandidates),
  ]);
  return {
    rows: rows.map(({ workorderId, number, startedAt, ...row }) => ({
      ...row,
      traceId: `${workorderId}.${number}`,
      startTime: startedAt.toISOString(),
    })),
    total: Math.min(total, maxUnattended),
    more: total > maxUnattended,
    addressees,
  };
}

export async function findDepartingPeople({ db }: Pick<Context, 'db'>, keyword: string) {
  return { rows: await queries.listPeople(db, keyword, maxShownHandOverPeople) };
}

/**
 * Returns the tasks that would be moved, the number of tasks that stay, and the tasks that the chosen receiver
 * cannot get.
 */
export async function previewHandOver(
  context: Context,
  actor: Actor,
  request: HandOverRequest,
): Promise<HandOverPreview | Refusal<'badInput'>> {
  const plan = await planHandOver(context, request);
  if (plan) return presentPlan(context, actor, request, plan);
  const message = request.fromId === '' ? '请选择移交人' : '移交人不存在';
  return refuse('badInput', { problems: [{ field: 'fromId', message }] });
}

/** Counts the open work of a person who is about to leave. */
export async function countOpenWork(context: Context, staffId: string) {
  const { db } = context;
  const plan = await planHandOver(context, {
    unattended: false,
    fromId: staffId,
    receiverId: '',
    byItem: [],
  });
  const [drafts, rules, unfinishedId] = await Promise.all([
    queries.countDrafts(db, staffId),
    listActiveRulesOf(db, staffId, localDateOf(context.now())),
    queries.findUnfinishedHandOver(db, staffId),
  ]);
  return {
    onlyTheirs: plan?.tasks.length ?? 0,
    more: plan?.more ?? false,
    withOthers: (plan?.shared ?? 0) + (plan?.byPosts ?? 0),
    drafts,
    substituteRules: rules.length,
    handOverUnfinished: unfinishedId !== undefined,
  };
}

/** Stores the tasks to move; nothing is moved yet. */
export async function startHandOver(
  call: ActingCall<typeof handOvers.start> & { actor: Actor },
  { reason: reasonInput, ...request }: HandOverRequest & { reason: string },
) {
  const { context, actor } = call;
  const reason = reasonInput.trim();
  const plan = await planHandOver(context, request);
  const problems = [...(await problemsOf(context, request, plan)), ...problemsOfReason(reason)];
  return actIfStillAllowed(call, authorization, async (tx) => {
    const fromId = request.unattended ? null : request.fromId;
    await queries.lockHandOversOf(tx, fromId);
    const unfinished = await queries.findUnfinishedHandOver(tx, fromId);
    if (unfinished) problems.push({ field: 'fromId', message: unfinishedText(fromId) });
    if (problems.length > 0 || !plan) return refuse('badInput', { problems });
    const id = context.newId();
    await queries.insertHandOver(
      tx,
      {
        id,
        from_id: fromId,
        reason,
        started_by_id: actor.staffId,
        started_by_name: actor.name,
        started_at: context.now(),
      },
      plan.tasks.map(({ workorderId, number, receiverId }, place) => ({
        workorder_id: workorderId,
        number,
        place,
        receiver_id: receiverId,
      })),
    );
    const detail = { ...request, tasks: plan.tasks.length, reason };
    const auditRecord = {
      chain: 'hand-over',
      action: 'hand-over.start',
      objectKind: 'hand-over',
      objectId: id,
      detail,
    };
    return { answer: { id }, auditRecord };
  });
}

const unfinishedText = (fromId: string | null) =>
  fromId === null ? '无人可办的待办的上一次移交尚未完成，请先继续' : '该人员的上一次移交尚未完成，请先继续';

function problemsOfReason(reason: string): Problem[] {
  const problem = isBlank(reason) ? '请填写移交原因' : problemOfReason(reason, '移交');
  return problem === undefined ? [] : [{ field: 'reason', message: problem }];
}

export async function readHandOver({ db }: Pick<Context, 'db'>, id: string) {
  const row = await queries.findHandOver(db, id);
  if (!row) return refuse('notFound');
  const tasks = await queries.listTasks(db, id, { limit: maxHandOverTasks });
  return { ...presentHandOver(row), tasks: tasks.map(presentTask) };
}

function presentTask({
  workorderId,
  number,
  receiverId: _receiverId,
  settledAt,
  ...row
}: queries.HandOverTaskRow): HandOverTask {
  return {
    ...row,
    state: row.state as HandOverTask['state'],
    traceId: `${workorderId}.${number}`,
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/**
 * Moves the next tasks, each by the reassign action, with its own audit record, trace and key, in the name of
 * the caller. Repeated or concurrent calls move no task twice.
 */
export async function moveNextTasks(
  call: { context: Context; actor: Actor; requestId: string },
  id: string,
  { again }: { again: boolean },
) {
  const { context } = call;
  const { db } = context;
  const handOver = await queries.findHandOver(db, id);
  if (!handOver) return refuse('notFound');
  const retry = again ? (tx: Tx) => queries.resetFailedTasks(tx, id) : undefined;
  const refused = await refuseUnlessStillAllowed(call, retry);
  if (refused) return refused;
  for (const task of await queries.listTasks(db, id, { waiting: true, limit: handOverBatchSize })) {
    // Each task is moved in a transaction of its own, and one order may delay the call; tasks that were
    // moved before a refusal stay moved.
    const refusal = await refuseUnlessStillAllowed(call);
    if (refusal) return refusal;
    const outcome = await moveTask(call, handOver, task);
    await queries.storeTaskOutcome(db, id, task, { ...outcome, at: context.now() });
  }
  const after = await queries.findHandOver(db, id);
  return after ? countsOf(after) : refuse('notFound');
}

/** Refuses to move further tasks if the caller was disabled or lost the permission meanwhile (0085). */
async function refuseUnlessStillAllowed(
  { context, actor }: { context: Context; actor: Actor },
  work?: (tx: Tx) => Promise<void>,
): Promise<Refusal<'forbidden'> | undefined> {
  return await inTransaction(context.db, async (tx) => {
    if (!(await hasPermissionNow(tx, actor.staffId, authorization.permission))) return refuse('forbidden');
    await work?.(tx);
    return undefined;
  });
}

async function moveTask(
  call: { context: Context; actor: Actor; requestId: string },
  { id, reason }: queries.HandOverRow,
  { workorderId, number, receiverId }: queries.HandOverTaskRow,
) {
  const reassignment = { workorderId, taskId: number, key: staffKey(receiverId), reason };
  try {
    return await reassignTask(call, {
      ...reassignment,
      idempotencyKey: `hand-over:${id}:${workorderId}.${number}`,
    });
  } catch (error) {
    // An order that cannot be read must not block the others.
    call.context.log.error({ error, handOver: id, workorderId }, 'A task of a hand-over could not be moved');
    return { state: 'failed', reason: '系统异常，请稍后重试' };
  }
}

function countsOf({ total, waiting, moved, gone, failed }: queries.HandOverRow) {
  return { total, waiting, moved, gone, failed };
}

export {
  countTasksLeft,
  notifyOfRemainingTasks,
  type PersonAfterChange,
  problemsOfTasksLeft,
  unattendedTasksMessage,
} from './tasks-left.ts';
