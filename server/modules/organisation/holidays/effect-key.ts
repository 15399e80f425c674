import { hash } from 'node:crypto';
import type { CalendarEdit, StoredHoliday } from '#domain/calendar/calendar-change.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';

/**
 * Returns a key of an edit and of the calendar that it changes: an edit is saved only with the key of the effect that
 * its author has seen (docs/decisions/0233).
 */
export function effectKey(rows: readonly StoredHoliday[], { from, to, kind }: CalendarEdit): string {
  return hash('sm3', canonicalJson([rows.map(({ day, kind }) => [day, kind]), from, to, kind]), 'base64url');
}
