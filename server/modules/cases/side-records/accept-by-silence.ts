import { RecordKind } from '#domain/records/side-record.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { changeRecordBySystem } from './due-commands.ts';
import { listSilentOrders, type SilentOrder } from './queries.ts';

/** Number of orders read at a time. */
const batchSize = 200;

/**
 * Records on every application that nobody answered in the time of its item that it counts as accepted from its receipt
 * (行政许可法 art. 32). The rule decides whether the time has passed; running late or twice changes nothing.
 */
export async function acceptBySilence(context: JobContext): Promise<void> {
  const now = context.now();
  const failures: unknown[] = [];
  let orders: SilentOrder[];
  let last: string | undefined;
  do {
    orders = await listSilentOrders(context.db, now, last, batchSize);
    for (const { id, taskNumber } of orders) {
      if (context.stopSignal?.aborted) return;
      const kind = RecordKind.correction;
      const given = { kind, command: 'deem', recordId: null, atTaskId: taskNumber, input: {} };
      await changeRecordBySystem(context, id, given, now).catch((error: unknown) => failures.push(error));
    }
    last = orders.at(-1)?.id;
  } while (orders.length === batchSize);
  if (failures.length > 0) throw new AggregateError(failures, 'Some orders could not be accepted by silence');
}
