import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import type { DecisionContext, OrderState } from '../model/model.ts';
import { votingSeat } from '../slots/shared-seats.ts';
import { decideAnswer } from './sign.ts';

export interface AnswerCountersignCommand {
  action: 'answerCountersign';
  taskId: number;
  passes: boolean;
  opinion: string;
}

/** Code of the answer 不同意, which needs an opinion. */
export const disagreeCode = '02';

/** The two buttons of a participant of a countersign (S1 §4); their codes contain the answer. */
export const countersignButtons = [
  { id: 'countersign-pass', code: '01', name: '会签通过' },
  { id: 'countersign-fail', code: disagreeCode, name: '会签不通过' },
] as const;

/** Answers a countersign (S1 §4, 01 and 02) for one seat: with yes, or with no and an opinion. */
export const answerCountersignAction: Action<AnswerCountersignCommand> = {
  label: '会签表态',
  effect: [
    '记录通过或不通过；按规则已能定论时会签结束',
    'records yes or no; the countersign ends as soon as its rule is decided',
  ],
  operation: HandlerOperation.startCountersign,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'withNo',
  forms: 'unchanged',
  slotButtons: (kind) => (kind === 'countersign' ? countersignButtons : []),
  commandFromBar: ({ taskId, opinion, passes }) =>
    passes === undefined ? undefined : { action: 'answerCountersign', taskId, passes, opinion },
  refusal: 'actionNotAllowed',
  decide: (builder, command) => {
    const seat = builder.state.tasks[command.taskId - 1];
    const ownSeat = seat && votingSeat(builder, seat, builder.context.actor);
    if (isRefusal(ownSeat)) return ownSeat;
    const { passes, opinion } = command;
    return decideAnswer(
      builder,
      { taskId: ownSeat?.id ?? command.taskId, opinion, outcome: passes ? 'passed' : 'failed' },
      { kinds: ['countersign'], opinion: passes ? 'optional' : 'always' },
    );
  },
};

/**
 * Returns the answer at the seat at which the person has a vote, whichever seat of the countersign the
 * command names.
 */
export function answerAtVotingSeat(
  state: OrderState,
  command: AnswerCountersignCommand,
  { definition, addressee, actor }: Pick<DecisionContext, 'definition' | 'addressee' | 'actor'>,
): AnswerCountersignCommand {
  const seat = state.tasks[command.taskId - 1];
  const ownSeat = seat && votingSeat({ state, context: { definition, addressee } }, seat, actor);
  return ownSeat === undefined || isRefusal(ownSeat) ? command : { ...command, taskId: ownSeat.id };
}
