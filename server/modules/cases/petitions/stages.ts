import type { Actor } from '#domain/access/actor.ts';
import { startClock, type TimeLimit } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import {
  nextStageLink,
  nextStageName,
  type PetitionLink,
  type PetitionStage,
  problemOfReview,
  stageOf,
} from '#domain/petitions/petition-links.ts';
import { stageLimit } from '#domain/petitions/stage-limit.ts';
import type { Context } from '#server/framework/context.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findStagedOrder, type StagedOrder } from './links.queries.ts';

/** Statuses of an order that ended with an answer to the petitioner. */
const answered: readonly number[] = [
  WorkOrderStatus.concluded,
  WorkOrderStatus.permitGranted,
  WorkOrderStatus.permitRefused,
  WorkOrderStatus.packagePermitGranted,
];

/** The next stage of an order, with the reason why it cannot be asked for (empty if it can). */
export interface NextStage {
  name: string;
  taskCode: string;
  /** The last day, `YYYY-MM-DD`; null while the order runs. */
  lastDay: string | null;
  problem: string;
}

export function stageOfOrder({ start_link }: Pick<StagedOrder, 'start_link'>): PetitionStage {
  return stageOf(start_link ?? undefined);
}

/** Returns the next stage of an order; undefined if its item has none. */
export function nextStageOf(order: StagedOrder, holidays: HolidayTable, now: Date): NextStage | undefined {
  const stage = stageOfOrder(order);
  const name = nextStageName(stage);
  const { review } = order.petition_fields ?? {};
  if (name === undefined || review === undefined || !order.has_next_item) return undefined;
  const lastDay = lastDayOf(order, review.days, holidays);
  const problem = problemOfReview(
    {
      stage,
      hasAnswer: answered.includes(order.status),
      lastDay,
      nextCode: order.next_code ?? undefined,
    },
    localDateOf(now),
  );
  return { name, taskCode: review.taskCode, lastDay: lastDay ?? null, problem: problem ?? '' };
}

/** Returns the last day for the next stage: calendar days from the end, moved from a day off to a working day. */
function lastDayOf({ ended_at }: StagedOrder, days: number, holidays: HolidayTable): string | undefined {
  if (ended_at === null) return undefined;
  const { dueAt } = dueDate(startClock({ amount: days, unit: DayUnit.calendarDays }, ended_at), holidays);
  return dueAt ? localDateOf(dueAt) : undefined;
}

/** A start of the next stage of an order, as checked: the link that is written with it. */
export interface StartedStage {
  kind: PetitionLink;
  earlierId: string;
  earlierCode: string;
  /** Limit of the whole order. */
  limit: TimeLimit;
}

/**
 * Checks that an order of this item may be the next stage of the order with this code; returns the problem at the
 * field `reviewOf` otherwise.
 */
export async function checkStage(
  context: Pick<Context, 'db' | 'now'>,
  actor: Actor,
  start: { code: string; taskCode: string; certDigest: string },
): Promise<StartedStage | string> {
  const order = await findStagedOrder(context.db, actor, start.code);
  if (order === undefined) return '没有找到原办件，或您无权查看';
  const next = nextStageOf(order, await currentHolidays(context.db), context.now());
  if (stageOfOrder(order) === 2) return '已经复核，以同一事实和理由再次信访的不再受理';
  if (next === undefined) return '该办件所属事项没有设置复查';
  if (next.problem !== '') return next.problem;
  if (next.taskCode !== start.taskCode) return `${next.name}应登记为另一事项`;
  if (
    order.cert_code_digest !== '' &&
    start.certDigest !== '' &&
    order.cert_code_digest !== start.certDigest
  ) {
    return `${next.name}由原信访人提出，证件号码与原办件不一致`;
  }
  return {
    kind: nextStageLink(stageOfOrder(order)),
    earlierId: order.id,
    earlierCode: order.code,
    limit: stageLimit(order.petition_fields?.review ?? {}),
  };
}
