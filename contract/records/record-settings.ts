import { z } from 'zod';
import { SpecialType } from '#domain/enumerations/special-type.ts';
import { outputLimits } from '#domain/records/output.ts';
import { OutputWay } from '#domain/records/output-way.ts';
import { defaultRecordSettings, recordSettingLimits } from '#domain/records/record-settings.ts';
import { SpecialClock } from '#domain/records/special-settings.ts';

/** Settings of an item for its side records (docs/decisions/0232); a missing part has its default. */
export const RecordSettings = z.strictObject({
  extension: z
    .strictObject({
      times: z.number().int().min(0).max(recordSettingLimits.times),
      maxDays: z.number().int().min(1).max(recordSettingLimits.days),
    })
    .default(defaultRecordSettings.extension),
  suspension: z.strictObject({ enabled: z.boolean() }).default(defaultRecordSettings.suspension),
  special: z
    .strictObject({ clocks: z.partialRecord(z.enum(SpecialType), z.enum(SpecialClock)) })
    .default(defaultRecordSettings.special),
  express: z
    .strictObject({ toApplicant: z.boolean(), fromApplicant: z.boolean() })
    .default(defaultRecordSettings.express),
  output: z
    .strictObject({
      ways: z.array(z.enum(OutputWay)).max(Object.keys(OutputWay).length),
      names: z.array(z.string().trim().min(1).max(outputLimits.name)).max(outputLimits.rows),
    })
    .default(defaultRecordSettings.output),
});
