import type { ScheduleEntry } from '#contract/schedule.ts';
import { randomKey } from '#web/api/random-key.ts';
import { writeStored } from '#web/api/read-stored.ts';

const claimsKey = 'banjian.remindersShown';
const tabKey = 'banjian.tab';
const maxClaims = 50;

/**
 * Longer than the polling interval of an open tab, so that the claim of the tab that shows a reminder does not expire.
 */
const claimSeconds = 90;

/** A reminder, the tab that shows it, and the end of this claim unless renewed. */
type Claim = readonly [name: string, tab: string, untilMs: number];

/**
 * Claims a reminder for this tab; returns true for the tab that shows it: the first that claims it. The claim
 * lasts while the tab renews it, even after a reload; if the tab is closed or suspended, the next tab that calls this
 * claims the reminder. An entry whose time was changed is another reminder.
 */
export function claimReminder({ id, startDate }: Pick<ScheduleEntry, 'id' | 'startDate'>): boolean {
  const name = `${id} ${startDate}`;
  const claims = readClaims();
  const tab = tabId();
  const currentClaim = claims.find(([claimed]) => claimed === name);
  if (currentClaim !== undefined && currentClaim[1] !== tab && currentClaim[2] > Date.now()) return false;
  const otherClaims = claims.filter(([claimed]) => claimed !== name);
  const ownClaim: Claim = [name, tab, Date.now() + claimSeconds * 1000];
  writeStored(claimsKey, JSON.stringify([...otherClaims, ownClaim].slice(-maxClaims)));
  return true;
}

/** Id of the tab, if the tab's storage is full and cannot store it. */
let tabIdInMemory: string | undefined;

function tabId(): string {
  const existing = sessionStorage.getItem(tabKey) ?? tabIdInMemory;
  if (existing !== undefined) return existing;
  const newId = randomKey();
  writeStored(tabKey, newId, 'sessionStorage');
  if (sessionStorage.getItem(tabKey) === null) tabIdInMemory = newId;
  return newId;
}

function readClaims(): Claim[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(claimsKey) ?? '[]');
    return Array.isArray(stored) ? (stored as Claim[]) : [];
  } catch {
    return [];
  }
}
