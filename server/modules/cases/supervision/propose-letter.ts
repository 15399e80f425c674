import { overdueDays } from '#domain/calendar/due-light.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { countWorkingDays } from '#domain/calendar/working-days.ts';
import { SupervisionCard } from '#domain/records/card-rule.ts';
import { type LetterProposal, proposeLetter } from '#domain/records/letter-proposal.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import type { SupervisionData } from '#domain/records/supervision.ts';
import type { Context } from '#server/framework/context.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findLateness } from './letters.queries.ts';

/** Returns the letter that an order suggests to a supervisor: only what every reader of its page sees. */
export async function readProposal({ db, now }: Context, { order }: ReadableOrder): Promise<LetterProposal> {
  const today = now();
  const found = await findLateness(db, order.id, today);
  const { dueAt = null, lateNode = null, lateSince = null } = found ?? {};
  const letters = (order.state.records ?? []).filter(({ kind }) => kind === RecordKind.supervision);
  const lateDays = overdueDays(lateSince, today);
  return proposeLetter({
    settings: readRecordSettings(order.record_settings).supervision,
    lateStep: lateNode !== null && lateDays > 0 ? { name: lateNode, days: lateDays } : null,
    orderDaysLeft: dueAt === null ? null : await daysLeft(db, dueAt, today),
    urges: order.urge_count,
    yellowCards: letters.filter(({ data }) => (data as SupervisionData).card === SupervisionCard.yellow)
      .length,
  });
}

async function daysLeft(db: Context['db'], dueAt: Date, now: Date): Promise<number> {
  const late = overdueDays(dueAt, now);
  return late > 0 ? -late : countWorkingDays(localDateOf(now), localDateOf(dueAt), await currentHolidays(db));
}
