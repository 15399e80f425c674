import { type Actor, Permission } from '../../access/actor.ts';
import { maxReasonLength } from '../../opinions/limits.ts';
import { type Problem, refuse } from '../../refusals/refusals.ts';
import { problemOfLength } from '../../texts/characters.ts';
import { addedPapersText } from '../added-papers-texts.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, emit } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxAdditionsOfOrder } from '../model/limits.ts';
import type { OrderState } from '../model/model.ts';
import { openPanelsOf } from '../state/panels.ts';
import { refuseProblems } from './checks.ts';

export interface AddPapersCommand {
  action: 'addPapers';
  /** Number of files. */
  papers: number;
  note: string;
}

/**
 * Adds materials (补充材料, docs/decisions/0214): a person who registers orders and may read this one adds files
 * that arrived after its start. The order stays at its node; its current handlers are notified.
 */
export const addPapersAction: Action<AddPapersCommand> = {
  label: '补充材料',
  effect: [
    '将后续收到的材料补充到未办结的办件，并告知当前环节的处理人；办件停留在原环节',
    'adds later files to the unfinished order and notifies its current handlers; the order stays at its node',
  ],
  actorRole: 'registrar',
  permission: Permission.initiate,
  opinion: 'reason',
  forms: 'unchanged',
  traceText: '补充材料',
  offer: {
    name: '补充材料',
    question: () => addedPapersText.question,
    reason: 'optional',
  },
  successMessage: addedPapersText.notified,
  refusal: 'actionNotAllowed',
  decide: decideAddPapers,
};

/**
 * Returns the reason why this person may not add materials now, null if they may: refused while others have
 * open requests at a visit at which the person requested them or has answered (S1 §6), and after materials
 * were added the maximum number of times.
 */
export function refuseAddingPapers(state: OrderState, actor: Actor): DecisionRefusal | null {
  const hasAnswered = state.tasks.some(
    ({ panelId, finishedBy }) =>
      finishedBy?.staffId === actor.staffId &&
      panelId !== null &&
      state.panels[panelId - 1]?.outcome === null,
  );
  if (hasAnswered || openPanelsOf(state, actor).length > 0)
    return refuse('actionNotAllowed', { message: addedPapersText.othersAsked });
  return (state.additions ?? 0) < maxAdditionsOfOrder
    ? null
    : refuse('actionNotAllowed', { message: addedPapersText.tooOften });
}

function decideAddPapers(
  builder: DecisionBuilder,
  { papers, note }: AddPapersCommand,
): DecisionRefusal | null {
  const refusal = refuseAddingPapers(builder.state, builder.context.actor);
  if (refusal !== null) return refusal;
  const problem = problemOfLength(note, maxReasonLength, '补充说明');
  const problems: Problem[] = [
    ...(papers === 0 ? [{ field: 'fileList', message: addedPapersText.missing }] : []),
    ...(problem === undefined ? [] : [{ field: 'note', message: problem }]),
  ];
  if (problems.length > 0) return refuseProblems(problems);
  emit(builder, { type: 'papersAdded', at: builder.at, by: builder.by, papers, note });
  return null;
}
