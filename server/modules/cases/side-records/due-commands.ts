import { isRecordKind } from '#domain/records/side-record.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { ChangeRecordCommand } from '#domain/workflow/actions/change-record.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { decideBySystem } from '#server/modules/cases/handling/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { type DueRecord, findRecordSettings, listDueRecords } from './queries.ts';

/** Number of records read at a time. */
const batchSize = 200;

/**
 * Gives every side record the command that is due: the end of a limit, a reminder. Each is decided and written by
 * itself; one that another action overtakes or that fails keeps its row and comes again at the next run.
 */
export async function giveDueCommands(context: JobContext): Promise<void> {
  const now = context.now();
  const failures: unknown[] = [];
  let due: DueRecord[];
  let last: DueRecord | undefined;
  do {
    due = await listDueRecords(context.db, now, last, batchSize);
    for (const record of due) {
      if (context.stopSignal?.aborted) return context.notifier.wake('work-order.records');
      await giveDueCommand(context, record, now).catch((error: unknown) => failures.push(error));
    }
    last = due.at(-1);
  } while (due.length === batchSize);
  if (failures.length > 0) throw new AggregateError(failures, 'Some records could not be advanced');
}

async function giveDueCommand(context: Context, record: DueRecord, now: Date): Promise<void> {
  const { workorderId, number, kind, command, dueAt } = record;
  if (!isRecordKind(kind)) return;
  const input = { dueAt: dueAt.toISOString() };
  const refusal = await changeRecordBySystem(
    context,
    workorderId,
    { kind, command, recordId: number, atTaskId: null, input },
    now,
  );
  if (refusal !== null)
    context.log.warn(
      { workorderId, number, kind, command, refused: refusal.refused },
      'A record is due, but refuses',
    );
}

/**
 * Gives a command of the portal itself to a side record: a limit has passed, a payment was confirmed by its gateway.
 * Returns the refusal; null if it was written, or if it changes nothing.
 */
export async function changeRecordBySystem(
  context: Context,
  workorderId: string,
  given: Omit<ChangeRecordCommand, 'action'>,
  now: Date,
): Promise<Exclude<Awaited<ReturnType<typeof decideBySystem>>, string> | null> {
  const [settings, holidays] = await Promise.all([
    findRecordSettings(context.db, workorderId),
    currentHolidays(context.db),
  ]);
  const result = await decideBySystem(context, workorderId, { action: 'changeRecord', ...given }, now, {
    settings,
    holidays,
  });
  return isRefusal(result) ? result : null;
}
