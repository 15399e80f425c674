import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { refuse } from '../../refusals/refusals.ts';
import type { Draft } from '../draft.ts';
import { isVote } from '../outcomes.ts';
import { isStarter } from '../slots/panels.ts';
import type { Action } from './action.ts';
import { answerSlot } from './sign.ts';

export interface AnswerCountersignCommand {
  action: 'answerCountersign';
  taskId: number;
  passes: boolean;
  opinion: string;
}

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
  refusal: 'actionNotAllowed',
  decide: (draft, { taskId, passes, opinion }) =>
    hasNoVote(draft, taskId)
      ? refuse('notYourTask')
      : answerSlot(draft, { taskId, opinion, outcome: passes ? 'passed' : 'failed' }, ['countersign']),
};

/**
 * Who asked has no vote, and who has answered has no other (S1 §5), by whatever key a seat came to them; only the
 * administrator stands in for as many as are not there.
 */
function hasNoVote({ state, context }: Draft, taskId: number): boolean {
  const task = state.tasks[taskId - 1];
  const panel = task?.panelId ? state.panels[task.panelId - 1] : undefined;
  if (task?.outcome !== null || panel === undefined) return false;
  const { actor, definition } = context;
  const standsIn = task.candidates.includes(definition.administratorKey);
  const hasAnswered = state.tasks.some(
    ({ panelId, outcome, finishedBy }) =>
      panelId === panel.id && isVote(outcome) && finishedBy?.staffId === actor.staffId,
  );
  return panel.by.staffId === actor.staffId || isStarter(state, panel, actor) || (hasAnswered && !standsIn);
}
