import { createHash } from 'node:crypto';
import { minuteText } from '#domain/calendar/local-date.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { findLastChange } from './entries.queries.ts';

/** Keeps a record from being saved over what its person did not see (docs/decisions/0194). */

/** Returns the name of a state that a dialog was opened with: the same state has the same one. */
export function digestOfSeen(seen: unknown): string {
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

/** The person who changed a record last, and the time. */
export interface LastChange {
  name: string;
  at: Date;
}

/** A record of the audit log, and the sheets that write it too. */
export interface ChangedObject {
  kind: string;
  id: string;
  sheets?: readonly string[];
  /** Key by which the sheets know the record, where it is not its id. */
  sheetKey?: string;
}

/**
 * Refuses to overwrite another state than the person saw, and returns who changed it and when: `by` if the
 * record has it, else from the audit log. Called under the lock of the record. `over` is undefined for
 * clients that name no state; nothing is compared for them.
 */
export async function refuseUnseen(
  tx: Tx,
  {
    over,
    standing,
    title,
    by,
    done = '修改',
  }: {
    over: unknown;
    standing: unknown;
    /** As messages call the record: 岗位. */
    title: string;
    by: LastChange | ChangedObject | undefined;
    /** Word for the change that the other person made: 修改, 停用. */
    done?: string;
  },
): Promise<Refusal<'dataChanged'> | undefined> {
  if (over === undefined || isSame(over, standing)) return undefined;
  const last = by && ('kind' in by ? await findLastChange(tx, by) : by);
  const message = last?.name
    ? `该${title}已由${last.name}于 ${minuteText(last.at)} ${done}`
    : `该${title}已被他人${done}`;
  return refuse('dataChanged', { message });
}
