import type { ClockExtension, ClockLedger, ClockPause } from '../calendar/clock-ledger.ts';
import { recordKindLabel, type SideRecord } from './side-record.ts';

type ClockRecord = Pick<SideRecord, 'id' | 'kind' | 'pauses' | 'extension'>;

/** Returns the pauses that records add to a limit, in the order of the records. */
export function pausesOf(records: readonly ClockRecord[]): ClockPause[] {
  return records.flatMap(({ id, kind, pauses }) =>
    pauses.map(({ from, until }) => ({ key: `record.${id}`, from, until, reason: recordKindLabel[kind] })),
  );
}

/** Returns the extensions that records add to the limit of the order or of their task. */
export function extensionsOf(records: readonly ClockRecord[], of: 'order' | 'task'): ClockExtension[] {
  return records.flatMap(({ extension }) =>
    extension?.of === of ? [{ at: extension.at, days: extension.days, reason: '批准延期' }] : [],
  );
}

/** Returns the ledger of a whole order with the pauses and extensions of all its records; unchanged without any. */
export function orderLedger(ledger: ClockLedger, records: readonly ClockRecord[] | undefined): ClockLedger {
  if (records === undefined) return ledger;
  return { ...ledger, pauses: pausesOf(records), extensions: extensionsOf(records, 'order') };
}
