import type { ScheduleEntry } from '#contract/schedule.ts';
import { randomKey } from '#web/api/random-key.ts';

const claimsKey = 'banjian.remindersShown';
const tabKey = 'banjian.tab';
const claimsAtMost = 50;

/**
 * Whether this tab is the one that shows a reminder: the first that asks. It keeps it when it is loaded anew; an entry
 * that was moved is another reminder.
 */
export function claimReminder({ id, startDate }: Pick<ScheduleEntry, 'id' | 'startDate'>): boolean {
  const name = `${id} ${startDate}`;
  const claims = readClaims();
  const holder = claims.find(([claimed]) => claimed === name)?.[1];
  const tab = thisTab();
  if (holder !== undefined) return holder === tab;
  localStorage.setItem(claimsKey, JSON.stringify([...claims, [name, tab]].slice(-claimsAtMost)));
  return true;
}

function thisTab(): string {
  const known = sessionStorage.getItem(tabKey);
  if (known !== null) return known;
  const fresh = randomKey();
  sessionStorage.setItem(tabKey, fresh);
  return fresh;
}

function readClaims(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(claimsKey) ?? '[]');
    return Array.isArray(kept) ? (kept as [string, string][]) : [];
  } catch {
    return [];
  }
}
