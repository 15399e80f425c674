import { type Actor, Permission } from '../../access/actor.ts';
import type { Problem } from '../../refusals/refusals.ts';
import { refuse } from '../../refusals/refusals.ts';
import { faultOfLength } from '../../texts/characters.ts';
import type { DecisionRefusal } from '../decision-refusals.ts';
import { type Draft, emit } from '../draft.ts';
import { maxAdditionsOfOrder, maxReasonLength } from '../limits.ts';
import type { OrderState } from '../model.ts';
import { panelsKeptBy } from '../slots/panels.ts';
import type { Action } from './action.ts';
import { refuseProblems } from './checks.ts';

export interface AddPapersCommand {
  action: 'addPapers';
  /** Number of files. */
  papers: number;
  note: string;
}

/**
 * Add papers (补充材料, docs/decisions/0214): a person who registers orders and may read this one puts files to it that
 * came after its start. The order stays where it is; its present handlers are told.
 */
export const addPapersAction: Action<AddPapersCommand> = {
  label: '补充材料',
  effect: [
    '把后来收到的材料补充到未办结的办件，并告知当前环节的处理人；办件停留在原环节',
    'files that came later are put to the unfinished order and its present handlers are told; the order stays where it is',
  ],
  by: 'registrar',
  permission: Permission.initiate,
  opinion: 'reason',
  forms: 'leave',
  record: '补充材料',
  offer: {
    name: '补充材料',
    question: () => '材料将记入办理轨迹，并告知当前环节的处理人；办件停留在当前环节。',
    reason: 'optional',
  },
  done: '材料已补充，已告知当前环节的处理人',
  refusal: 'actionNotAllowed',
  decide: decideAddPapers,
};

/**
 * Checks that this person may add papers now: not while others are still asked at a visit where the person asked them or has
 * answered (S1 §6).
 */
export function mayAddPapers(state: OrderState, actor: Actor): boolean {
  const hasAnswered = state.tasks.some(
    ({ panelId, finishedBy }) =>
      finishedBy?.staffId === actor.staffId &&
      panelId !== null &&
      state.panels[panelId - 1]?.outcome === null,
  );
  return !hasAnswered && panelsKeptBy(state, actor).length === 0;
}

function decideAddPapers(draft: Draft, { papers, note }: AddPapersCommand): DecisionRefusal | null {
  if (!mayAddPapers(draft.state, draft.context.actor))
    return refuse('actionNotAllowed', { message: '您参与的会签或共同办理尚未结束，暂不能补充材料' });
  if ((draft.state.additions ?? 0) >= maxAdditionsOfOrder)
    return refuse('actionNotAllowed', { message: `每个办件最多补充${maxAdditionsOfOrder}次材料` });
  const fault = faultOfLength(note, maxReasonLength, '补充说明');
  const problems: Problem[] = [
    ...(papers === 0 ? [{ field: 'fileList', message: '请上传补充的材料' }] : []),
    ...(fault === undefined ? [] : [{ field: 'note', message: fault }]),
  ];
  if (problems.length > 0) return refuseProblems(problems);
  emit(draft, { type: 'papersAdded', at: draft.at, by: draft.by, papers, note });
  return null;
}
