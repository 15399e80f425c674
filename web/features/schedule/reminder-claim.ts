import type { ScheduleEntry } from '#contract/schedule.ts';
import { randomKey } from '#web/api/random-key.ts';
import { keepStored } from '#web/api/read-stored.ts';

const claimsKey = 'banjian.remindersShown';
const tabKey = 'banjian.tab';
const maxClaims = 50;

/** Longer than the time between two polls of an open tab, so that the tab that shows a reminder keeps it. */
const leaseSeconds = 90;

/** A reminder, the tab that shows it, and until when it does unless it says so again. */
type Claim = readonly [name: string, tab: string, untilMs: number];

/**
 * Claims a reminder for this tab; returns true where this tab shows it: the first that asks. It keeps it
 * while it goes on asking, also when it is loaded anew; of a tab that was closed or has gone to sleep the
 * next one that asks takes it over. An entry that was moved is another reminder.
 */
export function claimReminder({ id, startDate }: Pick<ScheduleEntry, 'id' | 'startDate'>): boolean {
  const name = `${id} ${startDate}`;
  const claims = readClaims();
  const tab = thisTab();
  const held = claims.find(([claimed]) => claimed === name);
  if (held !== undefined && held[1] !== tab && held[2] > Date.now()) return false;
  const others = claims.filter(([claimed]) => claimed !== name);
  const own: Claim = [name, tab, Date.now() + leaseSeconds * 1000];
  keepStored(claimsKey, JSON.stringify([...others, own].slice(-maxClaims)));
  return true;
}

/** Stored in the page itself too, where the tab's storage is full. */
let ofPage: string | undefined;

function thisTab(): string {
  const known = sessionStorage.getItem(tabKey) ?? ofPage;
  if (known !== undefined) return known;
  const fresh = randomKey();
  keepStored(tabKey, fresh, 'sessionStorage');
  if (sessionStorage.getItem(tabKey) === null) ofPage = fresh;
  return fresh;
}

function readClaims(): Claim[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(claimsKey) ?? '[]');
    return Array.isArray(kept) ? (kept as Claim[]) : [];
  } catch {
    return [];
  }
}
