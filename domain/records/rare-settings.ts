import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { DayUnit } from '../enumerations/day-unit.ts';

/** What follows if a material is not supplied in time; the item chooses (the codes are ours). */
export const RareExpiry = {
  /** The rare supplement ends (4); the handler decides without the material. */
  decided: 'decided',
  /** The order is returned and ends (14). */
  returned: 'returned',
} as const;
export type RareExpiry = (typeof RareExpiry)[keyof typeof RareExpiry];

export const rareExpiryLabel: Record<RareExpiry, string> = {
  [RareExpiry.decided]: '终止容缺，按现有材料作出决定',
  [RareExpiry.returned]: '退件办结',
};

/** Settings of an item for rare supplements (容缺); which material may be lacking is a mark of the material. */
export interface RareSettings {
  enabled: boolean;
  /** Time that the applicant has by default. */
  limit: TimeLimit;
  /** Largest number of materials that may be lacking at once. */
  maxPapers: number;
  /** Names of materials that may not be lacking together. */
  excluded: readonly (readonly string[])[];
  expiry: RareExpiry;
}

export const defaultRareSettings: RareSettings = {
  enabled: false,
  limit: { amount: 15, unit: DayUnit.workingDays },
  maxPapers: 3,
  excluded: [],
  expiry: RareExpiry.decided,
};

/** Largest values of the settings and of one rare supplement. */
export const rareLimits = { days: 180, papers: 20, excluded: 20, filesPerPaper: 10, reminders: 5 } as const;
