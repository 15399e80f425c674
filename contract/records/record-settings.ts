import { z } from 'zod';
import { CorrectionExpiry } from '#domain/enumerations/correction.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { correctionLimits } from '#domain/records/correction-settings.ts';
import { RareExpiry, rareLimits } from '#domain/records/rare-settings.ts';
import { defaultRecordSettings, recordSettingLimits } from '#domain/records/record-settings.ts';
import { oneLine } from '../endpoint.ts';

/** Returns the schema of a time limit with at most so many days. */
const timeLimit = (maxDays: number) =>
  z.strictObject({ amount: z.number().int().min(1).max(maxDays), unit: z.enum(DayUnit) });

/** Settings of an item for its side records (docs/decisions/0232); a missing part has its default. */
export const RecordSettings = z.strictObject({
  extension: z
    .strictObject({
      times: z.number().int().min(0).max(recordSettingLimits.times),
      maxDays: z.number().int().min(1).max(recordSettingLimits.days),
    })
    .default(defaultRecordSettings.extension),
  suspension: z.strictObject({ enabled: z.boolean() }).default(defaultRecordSettings.suspension),
  correction: z
    .strictObject({
      enabled: z.boolean(),
      limit: timeLimit(correctionLimits.days),
      onceOnly: z.boolean(),
      expiry: z.enum(CorrectionExpiry),
      silenceDays: z.number().int().min(0).max(correctionLimits.silenceDays),
    })
    .default(defaultRecordSettings.correction),
  rare: z
    .strictObject({
      enabled: z.boolean(),
      limit: timeLimit(rareLimits.days),
      maxPapers: z.number().int().min(1).max(rareLimits.papers),
      excluded: z
        .array(
          z
            .array(oneLine(z.string().max(100)))
            .max(rareLimits.papers)
            .readonly(),
        )
        .max(rareLimits.excluded)
        .readonly(),
      expiry: z.enum(RareExpiry),
    })
    .default(defaultRecordSettings.rare),
});
