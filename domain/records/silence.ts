import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { localDateOf } from '../calendar/local-date.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import type { CorrectionData, CorrectionState } from './correction-data.ts';
import type { RecordCommand } from './record-rules.ts';
import { RecordKind } from './side-record.ts';
import { refuseState } from './texts-of-input.ts';

/** Acceptance by silence: a permit application that nobody answers in time counts as accepted (行政许可法 art. 32). */
export interface SilentAcceptance {
  /** The first moment (ISO) after the last day on which a correction could be asked. */
  from: string;
  /** The day (`YYYY-MM-DD`) on which the application counts as accepted: that of its receipt. */
  acceptedOn: string;
}

/**
 * Returns when an application counts as accepted that was received at this time and got no answer; null if the item
 * has no such rule. `endOf` returns the last moment of a limit (ISO).
 */
export function silentAcceptance(
  silenceDays: number,
  receivedAt: Date,
  endOf: (limit: TimeLimit, from: Date) => string,
): SilentAcceptance | null {
  if (silenceDays <= 0) return null;
  const lastMoment = endOf({ amount: silenceDays, unit: DayUnit.workingDays }, receivedAt);
  return {
    from: new Date(new Date(lastMoment).getTime() + 1).toISOString(),
    acceptedOn: localDateOf(receivedAt),
  };
}

/** Records that the application counts as accepted because no correction was asked in time. */
export const deem: RecordCommand<CorrectionState, CorrectionData, unknown> = {
  label: '视为受理',
  from: ['none'],
  by: ['system'],
  decide({ records, settings, unacceptedSince, now, endOf }) {
    if (records.some(({ kind }) => kind === RecordKind.correction))
      return refuseState('已告知补正或者已视为受理');
    const accepted =
      unacceptedSince === null
        ? null
        : silentAcceptance(settings.correction.silenceDays, new Date(unacceptedSince), endOf);
    if (accepted === null || now.toISOString() < accepted.from) return refuseState('未到视为受理的时间');
    return {
      state: 'deemed',
      data: {
        category: null,
        papers: [],
        limit: { amount: settings.correction.silenceDays, unit: DayUnit.workingDays },
        endsAt: null,
        round: 0,
        remark: '',
        submittedAt: accepted.acceptedOn,
        remindedAt: null,
        reason: '',
      },
      tell: [
        { to: 'applicant', text: `您的申请自 ${accepted.acceptedOn} 收到之日起视为受理。` },
        { to: 'handlers', text: '逾期未告知补正，已视为受理' },
      ],
      text: `${settings.correction.silenceDays} 个工作日内未告知补正，自 ${accepted.acceptedOn} 收到申请之日起视为受理`,
    };
  },
};
