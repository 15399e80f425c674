import { setTimeout as sleep } from 'node:timers/promises';
import type { TimeLimit } from '#domain/calendar/clock-ledger.ts';
import { dueLight } from '#domain/calendar/due-light.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { nextOfficeTime, type OfficeTime } from '#domain/calendar/office-hours.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { firstLine } from '#domain/messages/first-line.ts';
import { MessageEvent, messageEventLabel } from '#domain/messages/message-event.ts';
import { type WarningLevel, warningText } from '#domain/supervision/settings.ts';
import { warningState } from '#domain/supervision/warning-time.ts';
import type { ProcessDefinition, StepLimit } from '#domain/workflow/model/model.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { type NewMessage, sendMessages } from '#server/modules/cases/messages/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findPeopleToWarn, type PeopleToWarn } from './people-to-warn.ts';
import * as queries from './warnings.queries.ts';

/** Orders that one transaction looks at. */
const batchSize = 100;
/** Longest rest between two batches in milliseconds; usually it is as long as the batch took, so that people go first. */
const maxRest = 500;

/**
 * Sends the warnings of limits that are due, and records the cards that rules demand (docs/decisions/0237). Orders
 * are found by the time at which they are to be looked at and processed in batches, each in one transaction; a
 * batch that fails is repeated order by order, and a failing order keeps its place for the next run.
 */
export async function sendWarnings(context: JobContext): Promise<void> {
  const now = context.now();
  const failures: unknown[] = [];
  let last: queries.Watch | undefined;
  for (;;) {
    const due = await queries.listDueWatches(context.db, now, last, batchSize);
    if (due.length === 0) break;
    if (context.stopSignal?.aborted) return context.notifier.wake('work-order.warnings');
    const ids = due.map(({ workorderId }) => workorderId);
    const startTime = performance.now();
    await warnOrders(context, ids, now).catch(async () => {
      for (const id of ids)
        await warnOrders(context, [id], now).catch((error: unknown) => failures.push(error));
    });
    last = due.at(-1);
    if (due.length === batchSize) await sleep(Math.min(performance.now() - startTime, maxRest));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some warnings could not be sent');
}

/** A warning that is to be sent now, before its readers are known. */
interface DueWarning {
  order: queries.WatchedOrder;
  limit: queries.WatchedLimit;
  level: WarningLevel;
  index: number;
}

async function warnOrders(context: JobContext, workorderIds: readonly string[], now: Date): Promise<void> {
  const holidays = await currentHolidays(context.db);
  const office = { hours: context.config.officeHours, holidays };
  await inTransaction(context.db, async (tx) => {
    const orders = await queries.lockWatchedOrders(tx, workorderIds, now);
    const items = await readItems(context.db, tx, orders);
    const warnings: DueWarning[] = [];
    const cards: queries.DemandedCard[] = [];
    const postponed: { workorderId: string; nextAt: Date }[] = [];
    const finished: string[] = [];
    for (const order of orders) {
      const item = items.get(order.businessItemId);
      const found = item && !order.isEnded ? lookAt(order, item, { now, office }) : undefined;
      warnings.push(...(found?.warnings ?? []));
      cards.push(...(found?.cards ?? []));
      if (found?.next) postponed.push({ workorderId: order.id, nextAt: found.next });
      else finished.push(order.id);
    }
    const people = await findPeopleToWarn(tx, context, warnings);
    const messages = warnings.flatMap((warning) => messagesOf(warning, people, { now, office }));
    if (messages.length > 0) await sendMessages(tx, context, messages);
    await queries.insertWarnings(
      tx,
      warnings.map(({ order, limit, level, index }) => ({
        workorderId: order.id,
        number: limit.number,
        dueAt: limit.dueAt,
        level: index,
        levelText: warningText(level),
        receiverNames: people.of({ order, limit, level }).map(({ name }) => name),
      })),
      now,
    );
    await queries.demandCards(tx, cards, now);
    await queries.postponeWatches(tx, postponed);
    await queries.deleteWatches(tx, finished);
  });
}

type Item = queries.WatchedItem & { definition: ProcessDefinition };

async function readItems(
  db: Db,
  tx: Db,
  orders: readonly queries.WatchedOrder[],
): Promise<Map<string, Item>> {
  const ids = [...new Set(orders.map(({ businessItemId }) => businessItemId))];
  if (ids.length === 0) return new Map();
  const rows = await queries.listWatchedItems(tx, ids);
  const items = await Promise.all(
    rows.map(async (row): Promise<[string, Item]> => {
      const { definition } = await getPublishedProcess(db, row.processDefinitionId, tx);
      return [row.id, { ...row, definition }];
    }),
  );
  return new Map(items);
}

/**
 * Decides the warnings and cards of an order, and when it is looked at next. Outside office hours nothing is sent:
 * the order is looked at again when the office opens.
 */
function lookAt(
  order: queries.WatchedOrder,
  { supervision, cards: cardRule, definition }: Item,
  { now, office }: { now: Date; office: OfficeTime },
) {
  const warnings: DueWarning[] = [];
  const cards: queries.DemandedCard[] = [];
  const times: Date[] = [];
  const opening = nextOfficeTime(now, office);
  const isOpen = opening.getTime() === now.getTime();
  const allLevels = supervision?.warnings ?? [];
  const levels = allLevels.map((level, index) => ({ level, index }));
  for (const limit of order.limits) {
    const isOfOrder = limit.number === 0;
    const state = warningState(
      levels.filter(({ level }) => (level.of === 'order') === isOfOrder),
      isOfOrder ? null : cardRule,
      {
        dueAt: new Date(limit.dueAt),
        since: new Date(limit.since),
        limit: limitOf(limit, definition),
      },
      new Set(
        order.sent
          .filter(({ number, dueAt }) => number === limit.number && dueAt === limit.dueAt)
          .map(({ level }) => level),
      ),
      { now, office },
    );
    const isDue = state.level !== undefined || state.card !== null;
    if (isDue && !isOpen) times.push(opening);
    else {
      const level = allLevels[state.level ?? -1];
      if (level && state.level !== undefined) warnings.push({ order, limit, level, index: state.level });
      if (state.card !== null)
        cards.push({ workorderId: order.id, number: limit.number, dueAt: limit.dueAt, card: state.card });
    }
    if (state.next) times.push(state.next);
  }
  return { warnings, cards, next: times.sort((one, other) => one.getTime() - other.getTime())[0] };
}

function limitOf(
  { limit: ofOrder, nodeId }: queries.WatchedLimit,
  definition: ProcessDefinition,
): TimeLimit | undefined {
  if (ofOrder) return ofOrder;
  const node = definition.nodes[nodeId];
  const limit: StepLimit | undefined = node?.kind === 'userTask' ? node.limit : undefined;
  return (
    limit && {
      amount: limit.amount,
      unit: limit.unit === 'workingDay' ? DayUnit.workingDays : DayUnit.calendarDays,
    }
  );
}

function messagesOf(
  warning: DueWarning,
  people: PeopleToWarn,
  { now, office }: { now: Date; office: OfficeTime },
): NewMessage[] {
  const { order, limit, level } = warning;
  const dueAt = new Date(limit.dueAt);
  const limitName = limit.number === 0 ? '全程时限' : `“${limit.nodeName}”环节`;
  const { text } = dueLight(dueAt, office.holidays, now);
  const content = `办件 ${order.code} 的${limitName} ${localDateOf(dueAt)} 到期，${text}，请及时处理。`;
  return people.of(warning).map(({ staffId, absentName }) => ({
    staffId,
    kind: MessageEvent.warned,
    title: firstLine({
      eventText: messageEventLabel.warned,
      absentPersonName: absentName,
      reasonText: `${limitName}${text}`,
      orderTitle: order.title,
    }),
    content,
    channels: level.channels,
    workorder: { id: order.id, code: order.code },
    ...(limit.number === 0 ? {} : { taskId: limit.number }),
  }));
}
