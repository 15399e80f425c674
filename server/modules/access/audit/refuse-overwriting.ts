import { createHash } from 'node:crypto';
import { minuteText } from '#domain/calendar/local-date.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { findLastChange } from './entries.queries.ts';

/** Prevents a person from saving a record over changes that they did not see (docs/decisions/0194). */

/** Returns the digest of a state that a dialog displays; equal states have equal digests. */
export function digestOfDialogState(state: unknown): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url');
}

/** The person who last changed a record, and the time. */
export interface LastChange {
  name: string;
  at: Date;
}

/** A record as the audit log and spreadsheet imports name it. */
export interface ChangedObject {
  kind: string;
  id: string;
  sheets?: readonly string[];
  /** Its key in spreadsheets, if that is not its id. */
  sheetKey?: string;
}

/**
 * Refuses to overwrite another state than the person saw; the refusal says who changed it and when: by
 * `lastChange` if the record contains this, else by the audit log. Call it under the lock of the record. `over` is
 * undefined for clients that send no state; nothing is compared for them.
 */
export async function refuseOverwriting(
  tx: Tx,
  {
    over,
    current,
    title,
    lastChange,
    verb = '修改',
  }: {
    over: unknown;
    current: unknown;
    /** Name of the record in messages, such as 岗位. */
    title: string;
    lastChange: LastChange | ChangedObject | undefined;
    /** Verb for the other person's change: 修改, 停用. */
    verb?: string;
  },
): Promise<Refusal<'dataChanged'> | undefined> {
  if (over === undefined || isSame(over, current)) return undefined;
  const last = lastChange && ('kind' in lastChange ? await findLastChange(tx, lastChange) : lastChange);
  const message = last?.name
    ? `该${title}已由${last.name}于 ${minuteText(last.at)} ${verb}`
    : `该${title}已被他人${verb}`;
  return refuse('dataChanged', { message });
}
