import type { RefusalOf } from '#contract/endpoint.ts';
import type { sideRecords } from '#contract/side-records.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { orderLedger } from '#domain/records/clock.ts';
import {
  answersMergedOrders,
  type LeadInput,
  MergedLimit,
  maxMergedOrders,
  openLead,
  openMerge,
} from '#domain/records/merge.ts';
import { daysToShorten } from '#domain/records/merge-limit.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import type { Caller, OrderForAction } from '#server/modules/cases/handling/service.ts';
import { readOrder } from '#server/modules/cases/work-orders/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { changeRecord, type RecordCommandBody } from './change-record.ts';
import { changeRecordBySystem } from './due-commands.ts';
import * as merges from './merges.queries.ts';
import { findRecordSettings } from './queries.ts';

/** Merging of orders about one matter, and its end (并案; docs/decisions/0234). */

type MergeAnswer = AnswerText | RefusalOf<typeof sideRecords.merge>;

const problemAt = (message: string) => refuse('badInput', { problems: [{ field: 'mainCode', message }] });

/** Merges an order into its main order, or parts them; the main order's record follows at once. */
export async function changeMerge(
  caller: Caller,
  order: OrderForAction,
  task: Task | undefined,
  body: RecordCommandBody,
): Promise<MergeAnswer> {
  const { context, actor } = caller;
  const mainId =
    body.command === 'merge'
      ? await findMain(caller, order, String(body.mainCode ?? ''))
      : await merges.findMainOf(context.db, order.id);
  if (isRefusal(mainId)) {
    // Refused by the decision, which checks the rights of the person and a repeated request first.
    const mainProblem = mainId.problems?.[0]?.message ?? '';
    return changeRecord(caller, order, task, RecordKind.merge, { ...body, mainId: '', mainProblem });
  }
  const input = body.command === 'merge' ? { ...body, mainId } : body;
  const answer = await changeRecord(caller, order, task, RecordKind.merge, input);
  // A failure is not the person's: the merge is written, and the job settles the main order within a minute.
  if (!isRefusal(answer) && mainId !== undefined) {
    await settleMain(context, mainId).catch((error: unknown) => {
      context.log.warn(
        { err: error, mainId, staffId: actor.staffId },
        'A merge could not be settled at once',
      );
    });
  }
  return answer;
}

/** Finds the id of the order that is to be the main one. */
async function findMain({ context, actor }: Caller, order: OrderForAction, mainCode: string) {
  if (mainCode.trim() === order.code) return problemAt('不能并入本件');
  const found = await readOrder(context, actor, { code: mainCode.trim() });
  if (isRefusal(found)) return problemAt('没有找到主办件，或您无权查看');
  const { id, state } = found.order;
  if (state.ended) return problemAt('主办件已办结，不能再并入');
  const merged = openMerge(state.records);
  if (merged) return problemAt(`该办件已并入 ${merged.data.mainCode}，请选择该主办件`);
  if (!(await findRecordSettings(context.db, id)).merge.enabled) return problemAt('主办件所属事项未开通并案');
  if ((await merges.listMergedOrders(context.db, id)).length >= maxMergedOrders)
    return problemAt(`一件主办件最多并入 ${maxMergedOrders} 件`);
  return id;
}

/** Maximum number of main orders that one run of the job settles. */
const batchSize = 200;

/** Settles every main order that differs from its merged orders: it has ended, or a step was interrupted. */
export async function settleMerges(context: JobContext): Promise<void> {
  const failures: unknown[] = [];
  for (const mainId of await merges.listUnsettledMains(context.db, batchSize)) {
    if (context.stopSignal?.aborted) return context.notifier.wake('work-order.records');
    await settleMain(context, mainId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some merges could not be settled');
}

/**
 * Brings the main order and the orders merged into it to agreement: a main order that runs lists them and has the limit
 * that was chosen; one that has ended gives them its result, or, if it was voided, lets them go.
 */
async function settleMain(context: Context, mainId: string): Promise<void> {
  const [main, members] = await Promise.all([
    merges.findMainOrder(context.db, mainId),
    merges.listMergedOrders(context.db, mainId),
  ]);
  if (main === undefined) return;
  const now = context.now();
  const command = endOfMembers(main);
  // Several merges at the same moment may each have found a free place.
  const surplus = [...members].sort(byTimeOfMerge).slice(maxMergedOrders);
  const full = { command: 'release', input: { reason: `主办件 ${main.code} 已并入 ${maxMergedOrders} 件` } };
  const released = command ? members : surplus;
  const kept = members.filter((member) => !released.includes(member));
  if (command === undefined) await leadMembers(context, main, kept, now);
  for (const { id, number } of released) {
    const given = { kind: RecordKind.merge, recordId: number, atTaskId: null, ...(command ?? full) };
    const refusal = await changeRecordBySystem(context, id, given, now);
    if (refusal !== null) context.log.warn({ mainId, id, refused: refusal.refused }, 'A merged order stays');
  }
}

const byTimeOfMerge = (one: merges.MergedOrder, right: merges.MergedOrder) =>
  one.merged_at.getTime() - right.merged_at.getTime() || one.id.localeCompare(right.id);

/** Returns the command that ends the merge of each member; undefined while the main order leads them. */
function endOfMembers({ code, status, ended, state }: merges.MainOrder) {
  if (ended && answersMergedOrders(status)) return { command: 'answer', input: { status } };
  if (ended) return { command: 'release', input: { reason: `主办件 ${code} 已作废` } };
  return openMerge(state.records)
    ? { command: 'release', input: { reason: `主办件 ${code} 已并入其他办件` } }
    : undefined;
}

async function leadMembers(
  context: Context,
  main: merges.MainOrder,
  members: readonly merges.MergedOrder[],
  now: Date,
): Promise<void> {
  const records = main.state.records ?? [];
  const existing =
    openLead(records) ??
    records.findLast(({ kind, state }) => kind === RecordKind.merge && state === 'alone');
  if (existing === undefined && members.length === 0) return;
  const holidays = await currentHolidays(context.db);
  const input = {
    members: members.map(({ id, code }) => ({ id, code })),
    ...limitOfMain(main, members, holidays),
  };
  const given = {
    kind: RecordKind.merge,
    command: 'lead',
    recordId: existing?.id ?? null,
    atTaskId: null,
    input,
  };
  const refusal = await changeRecordBySystem(context, main.id, given, now);
  // A record that agrees already refuses, also if another process has settled it meanwhile.
  if (refusal !== null && refusal.refused !== 'recordState') {
    context.log.warn({ mainId: main.id, refused: refusal.refused }, 'The main order of a merge refuses');
  }
}

/**
 * Returns the merged order with the earliest limit, and by how many days it shortens that of the main order; that is
 * still open while the clock of the main order stands still.
 */
function limitOfMain(
  { clock, state }: merges.MainOrder,
  members: readonly merges.MergedOrder[],
  holidays: HolidayTable,
): Omit<LeadInput, 'members'> {
  const own = { limitOf: '', shortenedBy: 0, isLimitOpen: false, earliestDue: null };
  if (clock === null) return own;
  const ledger = orderLedger(
    clock,
    (state.records ?? []).filter(({ kind }) => kind !== RecordKind.merge),
  );
  const limits = members.flatMap(({ code, limit, due_at }) =>
    limit === MergedLimit.earliest && due_at !== null ? [{ code, due: due_at }] : [],
  );
  const [earliest] = limits.sort((a, b) => a.due.getTime() - b.due.getTime());
  if (earliest === undefined) return own;
  const found = { ...own, earliestDue: earliest.due.toISOString() };
  if (dueDate(ledger, holidays).dueAt === null) return { ...found, isLimitOpen: true };
  const shortenedBy = daysToShorten(ledger, earliest.due, holidays);
  return shortenedBy === 0 ? found : { ...found, limitOf: earliest.code, shortenedBy };
}
