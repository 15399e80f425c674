import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { CorrectionExpiry } from '../enumerations/correction.ts';
import { DayUnit } from '../enumerations/day-unit.ts';

/** Settings of an item for corrections (补正). */
export interface CorrectionSettings {
  enabled: boolean;
  /** Time that the applicant has by default. */
  limit: TimeLimit;
  /** True for 一次性告知: a correction is asked once, for everything that is missing. */
  onceOnly: boolean;
  expiry: CorrectionExpiry;
  /** Working days after which an application counts as accepted if no correction was asked; 0 for no such rule. */
  silenceDays: number;
}

/**
 * Settings of an item that sets none: no corrections. The law sets no time for the applicant; ten working days is that of 行政复议法
 * art. 31. Acceptance by silence (行政许可法 art. 32: five days) is a rule about permits, so an item has to choose it.
 */
export const defaultCorrectionSettings: CorrectionSettings = {
  enabled: false,
  limit: { amount: 10, unit: DayUnit.workingDays },
  onceOnly: false,
  expiry: CorrectionExpiry.abandoned,
  silenceDays: 0,
};

/** Largest values of the settings and of one correction. */
export const correctionLimits = {
  days: 180,
  silenceDays: 60,
  papers: 100,
  filesPerPaper: 10,
  rounds: 20,
} as const;
