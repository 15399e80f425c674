import { localDateOf } from '../calendar/local-date.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import { pausesOf } from './clock.ts';
import type { CorrectionData, CorrectionState } from './correction-data.ts';
import type { RecordCommand, RecordPosition, RecordRefusal } from './record-rules.ts';
import { RecordKind } from './side-record.ts';
import { refuseState } from './texts-of-input.ts';

/** Acceptance by silence: a permit application that nobody answers in time counts as accepted (行政许可法 art. 32). */
export interface SilentAcceptance {
  /** The first moment (ISO) after the last day on which the office could answer. */
  from: string;
  /** Time (ISO) of the receipt from which it counts as accepted: of the application, or of the corrected materials. */
  receivedAt: string;
  /** True if it counts from corrected materials that the office did not decide on. */
  isCorrected: boolean;
}

type SilencePosition = Pick<RecordPosition, 'settings' | 'unacceptedSince' | 'records' | 'endOf' | 'now'>;

/** States of a correction whose applicant submitted what was asked: the office has to accept the application now. */
const answeredStates: readonly string[] = ['submitted', 'accepted'];

function correctionsIn(records: SilencePosition['records'], isDeemed: boolean) {
  return records.filter(
    ({ kind, state }) => kind === RecordKind.correction && (state === 'deemed') === isDeemed,
  ) as unknown as readonly { state: string; data: CorrectionData }[];
}

/**
 * Returns when the application counts as accepted if it gets no answer; null if the item has no such rule, if it is accepted
 * already, while the applicant has to submit corrected materials, or while another record stops the clock, because the office
 * has told the applicant of that record.
 */
function silentAcceptance({
  settings,
  unacceptedSince,
  records,
  endOf,
}: Omit<SilencePosition, 'now'>): SilentAcceptance | null {
  const { silenceDays } = settings.correction;
  if (silenceDays <= 0 || unacceptedSince === null) return null;
  const pauses = pausesOf(records);
  if (pauses.some(({ until }) => until === null)) return null;
  const asked = correctionsIn(records, false).at(-1);
  if (asked !== undefined && !answeredStates.includes(asked.state)) return null;
  const correctedAt = asked?.data.submittedAt ?? '';
  const isCorrected = correctedAt > unacceptedSince;
  const receivedAt = isCorrected ? correctedAt : unacceptedSince;
  const limit = { amount: silenceDays, unit: DayUnit.workingDays };
  const lastMoment = endOf(limit, new Date(receivedAt), pauses);
  return { from: new Date(new Date(lastMoment).getTime() + 1).toISOString(), receivedAt, isCorrected };
}

/** Refuses what asks the applicant again, or turns the materials down, after the application counts as accepted. */
export function refuseAfterSilence(position: SilencePosition): RecordRefusal | null {
  const accepted = silentAcceptance(position);
  const isDeemed = correctionsIn(position.records, true).length > 0;
  const hasPassed = accepted !== null && position.now.toISOString() >= accepted.from;
  if (!isDeemed && !hasPassed) return null;
  return refuseState(
    accepted === null ? '该申请已视为受理，不能再要求补正' : `${reasonOf(accepted)}，不能再要求补正`,
  );
}

function reasonOf({ receivedAt, isCorrected }: SilentAcceptance): string {
  const day = localDateOf(new Date(receivedAt));
  return isCorrected
    ? `逾期未处理补正的材料，自 ${day} 提交补正之日起视为受理`
    : `逾期未告知补正，自 ${day} 收到申请之日起视为受理`;
}

/**
 * Records that the application counts as accepted, because no correction was asked in time, or because nobody decided in
 * time on the materials that the applicant corrected. A correction that waits for its review stays open for it.
 */
export const deem: RecordCommand<CorrectionState, CorrectionData, unknown> = {
  label: '视为受理',
  from: ['none'],
  by: ['system'],
  decide(position) {
    const { records, settings, now } = position;
    if (correctionsIn(records, true).length > 0) return refuseState('已视为受理');
    const accepted = silentAcceptance(position);
    if (accepted === null || now.toISOString() < accepted.from) return refuseState('未到视为受理的时间');
    const { receivedAt, isCorrected } = accepted;
    const { silenceDays } = settings.correction;
    const received = `${localDateOf(new Date(receivedAt))} ${isCorrected ? '提交补正' : '收到'}`;
    return {
      state: 'deemed',
      data: {
        category: null,
        papers: [],
        limit: { amount: silenceDays, unit: DayUnit.workingDays },
        endsAt: null,
        round: 0,
        remark: '',
        submittedAt: receivedAt,
        remindedAt: null,
        reason: '',
      },
      tell: [
        { to: 'applicant', text: `您的申请自 ${received}之日起视为受理。` },
        {
          to: 'handlers',
          text: isCorrected ? '逾期未处理补正的材料，已视为受理' : '逾期未告知补正，已视为受理',
        },
      ],
      text: isCorrected
        ? `提交补正后 ${silenceDays} 个工作日内未作处理，自 ${received}之日起视为受理`
        : `${silenceDays} 个工作日内未告知补正，自 ${received}申请之日起视为受理`,
    };
  },
};
