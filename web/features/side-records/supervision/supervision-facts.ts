import type { SideRecordRow } from '#contract/side-records.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { supervisionCardLabel } from '#domain/records/card-rule.ts';
import {
  delayCauseLabel,
  type SupervisionData,
  supervisionGroundLabel,
} from '#domain/records/supervision.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of a supervision letter: its grounds and demand, its limit, and the answer. */
export function supervisionFacts({ data, state }: SideRecordRow): RecordFact[] {
  const { grounds, demand, card, answerDue, isLate, answer, reason } = data as unknown as SupervisionData;
  const isWaiting = state === 'awaiting' || state === 'returned';
  return [
    ['督办缘由', grounds.map((ground) => supervisionGroundLabel[ground]).join('、')],
    ...(card === 'none' ? [] : [['亮牌', supervisionCardLabel[card]] as const]),
    ...(isWaiting
      ? [['答复期限', `${localDateOf(new Date(answerDue))} 前${isLate ? '，已超期' : ''}`] as const]
      : []),
    ['督办要求', demand],
    ...(answer
      ? [
          ['超期原因', delayCauseLabel[answer.cause]] as const,
          ['承诺办成', answer.promisedOn] as const,
          ['整改情况', answer.text] as const,
          ['答复人', `${answer.by.name}，${minuteText(new Date(answer.at))}`] as const,
        ]
      : []),
    ...(reason === '' ? [] : [[state === 'waived' ? '免予答复的原因' : '退回原因', reason] as const]),
  ];
}
