import { z } from 'zod';
import { defaultRecordSettings, recordSettingLimits } from '#domain/records/record-settings.ts';

/** Settings of an item for its side records (docs/decisions/0232); a missing part has its default. */
export const RecordSettings = z.strictObject({
  extension: z
    .strictObject({
      times: z.number().int().min(0).max(recordSettingLimits.times),
      maxDays: z.number().int().min(1).max(recordSettingLimits.days),
    })
    .default(defaultRecordSettings.extension),
  suspension: z.strictObject({ enabled: z.boolean() }).default(defaultRecordSettings.suspension),
});
