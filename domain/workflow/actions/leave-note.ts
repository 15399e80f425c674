import { Permission } from '../../access/actor.ts';
import { maxOpinionLength } from '../../opinions/limits.ts';
import { refuse } from '../../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../../texts/characters.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, emit } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxNotesOnCopy } from '../model/limits.ts';
import { refuseProblems } from './checks.ts';
import { copyFor } from './queries.ts';

export interface LeaveNoteCommand {
  action: 'leaveNote';
  note: string;
}

/**
 * Adds a reading note (阅办意见, docs/decisions/0099): a recipient of a copy adds a note to it, if the definition
 * allows readers to. It is an out-of-flow action and moves no token.
 */
export const leaveNoteAction: Action<LeaveNoteCommand> = {
  label: '阅办意见',
  effect: [
    '流程允许时，抄送接收人可以留下阅办意见；办件停留在原环节',
    'a recipient of a copy writes a reading note, if the definition allows it; the order stays at its node',
  ],
  actorRole: 'reader',
  permission: Permission.handle,
  alsoPermission: Permission.initiate,
  opinion: 'reason',
  forms: 'unchanged',
  traceText: '阅办意见',
  successMessage: '阅办意见已提交',
  refusal: 'actionNotAllowed',
  decide: decideLeaveNote,
};

function decideLeaveNote(builder: DecisionBuilder, { note }: LeaveNoteCommand): DecisionRefusal | null {
  const { definition, actor } = builder.context;
  if (definition.readingNotes !== true) return refuse('actionNotAllowed');
  const copy = copyFor(builder.state, actor);
  if (copy === undefined) return refuse('notYourTask', { message: '您不是该办件的抄送接收人' });
  if ((copy.notes?.[actor.staffId] ?? 0) >= maxNotesOnCopy)
    return refuse('actionNotAllowed', { message: `每份抄送最多留下${maxNotesOnCopy}条阅办意见` });
  const problem = isBlank(note) ? '请填写阅办意见' : problemOfLength(note, maxOpinionLength, '阅办意见');
  if (problem !== undefined) return refuseProblems([{ field: 'note', message: problem }]);
  const copyIndex = builder.state.copies?.indexOf(copy) ?? 0;
  emit(builder, { type: 'noted', at: builder.at, by: builder.by, note, copy: copyIndex });
  return null;
}
