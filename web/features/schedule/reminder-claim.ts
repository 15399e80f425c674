import type { ScheduleEntry } from '#contract/schedule.ts';
import { randomKey } from '#web/api/random-key.ts';
import { writeStored } from '#web/api/read-stored.ts';

const claimsKey = 'banjian.remindersShown';
const tabKey = 'banjian.tab';
const maxClaims = 50;

/** Longer than the polling interval of an open tab, so that the tab that shows a reminder keeps it. */
const claimSeconds = 90;

/** A reminder, the tab that shows it, and the end of this claim unless renewed. */
type Claim = readonly [name: string, tab: string, untilMs: number];

/**
 * Claims a reminder for this tab; returns true for the tab that shows it: the first that asks. The tab keeps
 * it while it renews the claim, even after a reload; if the tab is closed or asleep, the next one that asks
 * takes over. An entry that was moved is another reminder.
 */
export function claimReminder({ id, startDate }: Pick<ScheduleEntry, 'id' | 'startDate'>): boolean {
  const name = `${id} ${startDate}`;
  const claims = readClaims();
  const tab = tabId();
  const held = claims.find(([claimed]) => claimed === name);
  if (held !== undefined && held[1] !== tab && held[2] > Date.now()) return false;
  const others = claims.filter(([claimed]) => claimed !== name);
  const own: Claim = [name, tab, Date.now() + claimSeconds * 1000];
  writeStored(claimsKey, JSON.stringify([...others, own].slice(-maxClaims)));
  return true;
}

/** Also kept in memory, in case the tab's storage is full. */
let pageClaims: string | undefined;

function tabId(): string {
  const known = sessionStorage.getItem(tabKey) ?? pageClaims;
  if (known !== undefined) return known;
  const fresh = randomKey();
  writeStored(tabKey, fresh, 'sessionStorage');
  if (sessionStorage.getItem(tabKey) === null) pageClaims = fresh;
  return fresh;
}

function readClaims(): Claim[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(claimsKey) ?? '[]');
    return Array.isArray(stored) ? (stored as Claim[]) : [];
  } catch {
    return [];
  }
}
