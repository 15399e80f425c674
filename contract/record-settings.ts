import { z } from 'zod';
import { LimitUnit } from '#domain/calendar/clock-ledger.ts';
import { CorrectionExpiry } from '#domain/enumerations/correction.ts';
import { SpecialType } from '#domain/enumerations/special-type.ts';
import { correctionLimits } from '#domain/records/correction-settings.ts';
import { outputLimits } from '#domain/records/output.ts';
import { OutputWay } from '#domain/records/output-way.ts';
import { RareExpiry, rareLimits } from '#domain/records/rare-settings.ts';
import { defaultRecordSettings, recordSettingLimits } from '#domain/records/record-settings.ts';
import { SpecialClock } from '#domain/records/special-settings.ts';
import { oneLine } from './endpoint.ts';
import { PaymentSettings } from './payment-records.ts';

/** Returns the schema of a time limit with at most so many days. */
const timeLimit = (maxDays: number) =>
  z.strictObject({ amount: z.number().int().min(1).max(maxDays), unit: z.enum(LimitUnit) });

/** The rules of the item report an amount out of range. */
const cardAmount = z.number().int().min(-1_000_000).max(1_000_000);

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
      names: z.array(oneLine(z.string().trim().min(1).max(outputLimits.name))).max(outputLimits.rows),
    })
    .default(defaultRecordSettings.output),
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
      promise: z
        .strictObject({
          text: z.string().trim().min(1, '请填写承诺书的内容').max(rareLimits.promiseText),
          signed: z.boolean(),
        })
        .default(defaultRecordSettings.rare.promise),
    })
    .default(defaultRecordSettings.rare),
  payment: PaymentSettings.default({ items: [], payee: defaultRecordSettings.payment.payee }),
  supervision: z
    .strictObject({
      answerDays: z.number().int().min(1).max(recordSettingLimits.days),
      cards: z
        .strictObject({
          yellowAfterDays: cardAmount,
          redAfterDays: cardAmount.nullable(),
          yellowsForRed: cardAmount.nullable(),
        })
        .nullable(),
    })
    .default(defaultRecordSettings.supervision),
  merge: z.strictObject({ enabled: z.boolean() }).default(defaultRecordSettings.merge),
});
