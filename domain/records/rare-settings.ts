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

/** The promise (承诺书) by which the applicant undertakes to supply the materials. */
export interface RarePromise {
  /** Text of the promise, which the applicant reads and signs at the counter. */
  text: string;
  /** True if the signed sheet must be added as a file. */
  signed: boolean;
}

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
  promise: RarePromise;
}

export const defaultRareSettings: RareSettings = {
  enabled: false,
  limit: { amount: 15, unit: DayUnit.workingDays },
  maxPapers: 3,
  excluded: [],
  expiry: RareExpiry.decided,
  promise: {
    text: '本人（本单位）已知悉所缺的材料、补充期限和逾期不补的后果，承诺在期限内补齐下列材料，并对材料的真实性、合法性负责；逾期未补齐的，自愿承担相应后果。',
    signed: false,
  },
};

/** Largest values of the settings and of one rare supplement. */
export const rareLimits = {
  days: 180,
  papers: 20,
  excluded: 20,
  filesPerPaper: 10,
  reminders: 5,
  promiseText: 2_000,
} as const;
