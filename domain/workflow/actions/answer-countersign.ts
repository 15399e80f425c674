import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { refuse } from '../../refusals/refusals.ts';
import type { Draft } from '../draft.ts';
import { hasNoVote } from '../slots/votes.ts';
import type { Action } from './action.ts';
import { answerSlot } from './sign.ts';

export interface AnswerCountersignCommand {
  action: 'answerCountersign';
  taskId: number;
  passes: boolean;
  opinion: string;
}

/** The two buttons of whoever is asked to countersign (S1 §4); their codes say the word. */
export const countersignButtons = [
  { id: 'countersign-pass', code: '01', name: '会签通过' },
  { id: 'countersign-fail', code: '02', name: '会签不通过' },
] as const;

/** Answer a countersign (S1 §4, 01 and 02): one seat's yes or no. */
export const answerCountersignAction: Action<AnswerCountersignCommand> = {
  label: '会签表态',
  effect: [
    '记录通过或不通过；按规则已能定论时会签结束',
    'yes or no is kept; the countersign ends as soon as its rule is decided',
  ],
  operation: HandlerOperation.startCountersign,
  by: 'candidate',
  permission: Permission.handle,
  opinion: 'optional',
  forms: 'leave',
  slotButtons: (kind) => (kind === 'countersign' ? countersignButtons : []),
  fromBar: ({ taskId, opinion, passes }) =>
    passes === undefined ? undefined : { action: 'answerCountersign', taskId, passes, opinion },
  refusal: 'actionNotAllowed',
  decide: (draft, { taskId, passes, opinion }) =>
    hasNoVoteAt(draft, taskId)
      ? refuse('notYourTask')
      : answerSlot(
          draft,
          { taskId, opinion, outcome: passes ? 'passed' : 'failed' },
          {
            kinds: ['countersign'],
            opinion: 'optional',
          },
        ),
};

function hasNoVoteAt(draft: Draft, taskId: number): boolean {
  const task = draft.state.tasks[taskId - 1];
  return task?.outcome === null && hasNoVote(draft, task, draft.context.actor);
}
