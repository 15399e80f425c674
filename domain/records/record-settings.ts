import { type CorrectionSettings, defaultCorrectionSettings } from './correction-settings.ts';
import { defaultRareSettings, type RareSettings } from './rare-settings.ts';

/** Settings of an item for its side records; one part for each kind that has settings. */
export interface RecordSettings {
  extension: ExtensionSettings;
  suspension: SuspensionSettings;
  correction: CorrectionSettings;
  rare: RareSettings;
}

/** Extension of the whole order's limit: how often, and how many days of the limit's unit each time at most. */
export interface ExtensionSettings {
  times: number;
  maxDays: number;
}

export interface SuspensionSettings {
  enabled: boolean;
}

/**
 * Settings of an item that sets none: one extension of 10 days, as 行政许可法 art. 42 has it for permits, and
 * suspension.
 */
export const defaultRecordSettings: RecordSettings = {
  extension: { times: 1, maxDays: 10 },
  suspension: { enabled: true },
  correction: defaultCorrectionSettings,
  rare: defaultRareSettings,
};

/** Largest values of the settings. */
export const recordSettingLimits = { times: 20, days: 3650 } as const;
