import type { ClockExtension, ClockLedger, ClockPause } from '../calendar/clock-ledger.ts';
import type { CorrectionData } from './correction-data.ts';
import { RecordKind, recordKindLabel, type SideRecord } from './side-record.ts';

type ClockRecord = Pick<SideRecord, 'id' | 'kind' | 'pauses' | 'extension'>;

/** Returns the pauses that records add to a limit, in the order of the records. */
export function pausesOf(records: readonly ClockRecord[]): ClockPause[] {
  return records.flatMap(({ id, kind, pauses }) =>
    pauses.map(({ from, until }) => ({ key: `record.${id}`, from, until, reason: recordKindLabel[kind] })),
  );
}

/** Returns the extensions that records add to the limit of the order, or of their own task. */
export function extensionsOf(records: readonly ClockRecord[], of: 'order' | 'task'): ClockExtension[] {
  return records.flatMap(({ extension, kind }) =>
    extension && (of === 'order' || extension.of === 'orderAndTask') && extension.days !== 0
      ? [
          {
            at: extension.at,
            days: extension.days,
            reason: kind === 'extension' ? '批准延期' : recordKindLabel[kind],
          },
        ]
      : [],
  );
}

/** Returns the time (ISO) of the receipt at which an order counts as accepted by silence; null if it does not. */
export function silentReceipt(
  records: readonly Pick<SideRecord, 'kind' | 'state' | 'data'>[] = [],
): string | null {
  const deemed = records.find(({ kind, state }) => kind === RecordKind.correction && state === 'deemed');
  return deemed ? (deemed.data as CorrectionData).submittedAt : null;
}

/**
 * Returns the ledger of a whole order with the pauses and extensions of all its records; unchanged without any. The limit
 * of an order that is accepted by silence counts from its receipt.
 */
export function orderLedger(ledger: ClockLedger, records: readonly SideRecord[] | undefined): ClockLedger {
  if (records === undefined) return ledger;
  const startedAt = silentReceipt(records) ?? ledger.startedAt;
  return { ...ledger, startedAt, pauses: pausesOf(records), extensions: extensionsOf(records, 'order') };
}
