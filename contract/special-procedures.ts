import { z } from 'zod';
import { LimitUnit } from '#domain/calendar/clock-ledger.ts';
import { SpecialType } from '#domain/enumerations/special-type.ts';
import { recordSettingLimits } from '#domain/records/record-settings.ts';
import { maxAgencyLength, maxConclusionLength } from '#domain/records/special.ts';
import { actionReason } from './acting.ts';
import { recordCommand } from './record-commands.ts';

const amount = z
  .number('请填写天数')
  .int('请填写整数')
  .min(-1)
  .max(recordSettingLimits.days * 10);

/** Commands on a special procedure (S1 §3). */
export const SpecialCommand = z.discriminatedUnion('command', [
  recordCommand('request', {
    type: z.enum(SpecialType, '请选择特别程序的类型'),
    reason: actionReason,
    agency: z.string().max(maxAgencyLength).default(''),
    amount,
    unit: z.union([z.literal(LimitUnit.workingDays), z.literal(LimitUnit.calendarDays)]),
  }),
  recordCommand('confirm', { reason: z.string().max(0).default('') }),
  recordCommand('refuse', { reason: actionReason }),
  recordCommand('withdraw', { reason: actionReason }),
  recordCommand('prolong', { amount, reason: actionReason }),
  recordCommand('finish', {
    conclusion: z.string().max(maxConclusionLength),
    result: actionReason,
    receivedOn: z.string().max(10),
  }),
]);
