import { localDateOf } from '../calendar/local-date.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import { pausesOf } from './clock.ts';
import type { CorrectionData, CorrectionState } from './correction-data.ts';
import type { RecordCommand, RecordPosition } from './record-rules.ts';
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
 * Returns when the application counts as accepted if it gets no answer; null if the item has no such rule, if it is accepted
 * already, or while another record stops the clock, because the office has told the applicant of that record.
 */
export function silentAcceptance({
  settings,
  unacceptedSince,
  records,
  endOf,
}: Pick<RecordPosition, 'settings' | 'unacceptedSince' | 'records' | 'endOf'>): SilentAcceptance | null {
  const { silenceDays } = settings.correction;
  if (silenceDays <= 0 || unacceptedSince === null) return null;
  const pauses = pausesOf(records);
  if (pauses.some(({ until }) => until === null)) return null;
  const receivedAt = new Date(unacceptedSince);
  const lastMoment = endOf({ amount: silenceDays, unit: DayUnit.workingDays }, receivedAt, pauses);
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
  decide(position) {
    const { records, settings, unacceptedSince, now } = position;
    if (records.some(({ kind }) => kind === RecordKind.correction))
      return refuseState('已告知补正或者已视为受理');
    const accepted = silentAcceptance(position);
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
        submittedAt: unacceptedSince,
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
