import type { PaymentSettings } from '../payments/fee-items.ts';
import type { CardRule } from './card-rule.ts';
import { type CorrectionSettings, defaultCorrectionSettings } from './correction-settings.ts';
import type { OutputWay } from './output-way.ts';
import { defaultRareSettings, type RareSettings } from './rare-settings.ts';
import type { SpecialSettings } from './special-settings.ts';

/** Settings of an item for its side records; one part for each kind that has settings. */
export interface RecordSettings {
  extension: ExtensionSettings;
  suspension: SuspensionSettings;
  special: SpecialSettings;
  express: ExpressSettings;
  output: OutputSettings;
  correction: CorrectionSettings;
  rare: RareSettings;
  payment: PaymentSettings;
  supervision: LetterSettings;
  merge: MergeSettings;
}

/** Extension of the whole order's limit: how often, and how many days of the limit's unit each time at most. */
export interface ExtensionSettings {
  times: number;
  maxDays: number;
}

export interface SuspensionSettings {
  enabled: boolean;
}

/** Directions in which the item sends by express. */
export interface ExpressSettings {
  toApplicant: boolean;
  fromApplicant: boolean;
}

/** Certificates and papers of the item: the ways of service, none for no outputs, and the names that it issues. */
export interface OutputSettings {
  ways: OutputWay[];
  names: string[];
}

/** Supervision letters: the usual limit of an answer in working days, and the rule for cards; null without one. */
export interface LetterSettings {
  answerDays: number;
  cards: CardRule | null;
}

/** Merging of orders about one matter (并案); off unless the item sets it. */
export interface MergeSettings {
  enabled: boolean;
}

/**
 * Settings of an item that sets none: one extension of 10 days, as 行政许可法 art. 42 has it for permits, and
 * suspension; no special procedures.
 */
export const defaultRecordSettings: RecordSettings = {
  extension: { times: 1, maxDays: 10 },
  suspension: { enabled: true },
  special: { clocks: {} },
  express: { toApplicant: false, fromApplicant: false },
  output: { ways: [], names: [] },
  correction: defaultCorrectionSettings,
  rare: defaultRareSettings,
  payment: { items: [], payee: { unitCode: '', unitName: '', account: '', bank: '' } },
  supervision: { answerDays: 10, cards: null },
  merge: { enabled: false },
};

/** Largest values of the settings. */
export const recordSettingLimits = { times: 20, days: 3650 } as const;
