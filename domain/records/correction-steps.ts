import { localDateOf } from '../calendar/local-date.ts';
import type { CorrectedPaper, CorrectionData, CorrectionState, PaperRequest } from './correction-data.ts';
import type { RecordCommand, RecordPosition, RecordRefusal, RecordStep } from './record-rules.ts';
import { movedLimitLabel, refuseState } from './texts-of-input.ts';

/** Parts that the commands on a correction share. */

export type CorrectionPosition = RecordPosition<CorrectionState, CorrectionData>;
export type CorrectionStep = RecordStep<CorrectionState, CorrectionData>;
export type CorrectionCommandRules<Input> = RecordCommand<CorrectionState, CorrectionData, Input>;

/** States in which the applicant has to answer. */
export const waiting: readonly CorrectionState[] = ['kindOpen', 'online', 'offline'];

export const onceOnlyText = '该事项实行一次性告知，只能要求补正一次';

/** Returns a material of a request that has no answer yet. */
export const unanswered = (paper: PaperRequest): CorrectedPaper => ({
  ...paper,
  fileIds: [],
  qualified: null,
  verdict: '',
});

/** Returns the next command of the portal: the end of the limit. */
export const expireAt = (at: string) => ({ at, command: 'expire' });

/** Returns the step for the record of the position; a refusal without one. */
export function withRecord(
  { record }: CorrectionPosition,
  change: (record: NonNullable<CorrectionPosition['record']>) => CorrectionStep | RecordRefusal,
): CorrectionStep | RecordRefusal {
  return record ? change(record) : refuseState('没有要办理的补正');
}

/** Returns the step that moves the end of the limit after days off were published (暂定). */
export function prolonged(state: CorrectionState, data: CorrectionData, endsAt: string): CorrectionStep {
  const text = `节假日安排公布后，提交期限顺延至 ${localDateOf(new Date(endsAt))}`;
  return {
    state,
    data: { ...data, endsAt },
    due: expireAt(endsAt),
    label: movedLimitLabel,
    tell: [{ to: 'applicant', text: `您的办件补正材料的${text}。` }],
    text,
  };
}
