import { type Actor, systemActor } from '../../access/actor.ts';
import type { Action } from '../decision/action.ts';
import { addPapersAction } from './add-papers.ts';
import { addSignersAction } from './add-signers.ts';
import { addToCountersignAction } from './add-to-countersign.ts';
import { addToSignersAction } from './add-to-signers.ts';
import { answerCountersignAction, countersignButtons } from './answer-countersign.ts';
import { callOffCountersignAction } from './call-off-countersign.ts';
import { changeRecordAction } from './change-record.ts';
import { allKinds } from './checks.ts';
import { chooseBranchAction } from './choose-branch.ts';
import { copyAction } from './copy.ts';
import { delegateAction } from './delegate.ts';
import { expireAction } from './expire.ts';
import { forwardAction } from './forward.ts';
import { handleAction } from './handle.ts';
import { leaveNoteAction } from './leave-note.ts';
import { reassignAction } from './reassign.ts';
import { recallAction } from './recall.ts';
import { removeSignerAction } from './remove-signer.ts';
import { resubmitAction } from './resubmit.ts';
import { returnAction } from './return.ts';
import { returnToHandlerAction } from './return-to-handler.ts';
import { signAction } from './sign.ts';
import { startAction } from './start.ts';
import { startCountersignAction } from './start-countersign.ts';
import { submitToHandlerAction } from './submit-to-handler.ts';
import { terminateAction } from './terminate.ts';
import { urgeAction } from './urge.ts';
import { voidAction } from './void.ts';
import { withdrawAction } from './withdraw.ts';

/** All actions, in the order of the documentation. */
const allActions = {
  start: startAction,
  handle: handleAction,
  forward: forwardAction,
  chooseBranch: chooseBranchAction,
  return: returnAction,
  resubmit: resubmitAction,
  withdraw: withdrawAction,
  recall: recallAction,
  terminate: terminateAction,
  void: voidAction,
  startCountersign: startCountersignAction,
  answerCountersign: answerCountersignAction,
  addToCountersign: addToCountersignAction,
  callOffCountersign: callOffCountersignAction,
  addSigners: addSignersAction,
  addToSigners: addToSignersAction,
  sign: signAction,
  removeSigner: removeSignerAction,
  delegate: delegateAction,
  returnToHandler: returnToHandlerAction,
  submitToHandler: submitToHandlerAction,
  expire: expireAction,
  reassign: reassignAction,
  copy: copyAction,
  leaveNote: leaveNoteAction,
  urge: urgeAction,
  addPapers: addPapersAction,
  changeRecord: changeRecordAction,
};

type CommandOf<A> = A extends Action<infer C> ? C : never;
type AllActions = typeof allActions;
/** The command of each action. */
export type Commands = { [A in keyof AllActions]: Extract<CommandOf<AllActions[A]>, { action: A }> };
/** A command that a person gives on an order. */
export type Command = Commands[keyof Commands];
export type CommandAction = keyof Commands;

/**
 * The registry of all actions; each must have the name that its commands contain, or this does not compile.
 */
export const actions: { readonly [A in CommandAction]: Action<Commands[A]> } = allActions;

export const commandActions = Object.keys(actions) as CommandAction[];

/** Code of the button that checks the forms and sends nothing (S1 §4): the only button without an action. */
export const validateFormCode = '8';

/**
 * Codes of buttons that a definition may contain but an open task never shows, with their labels: those of S1
 * §4 that no action implements, and the two of participants in a countersign.
 */
export const hiddenButtons: Readonly<Record<string, string>> = {
  ...Object.fromEntries(countersignButtons.map(({ code, name }) => [code, name])),
  '7': '催办',
  '2006': '容缺补充',
};

/** Returns the action for a button's code; undefined for codes without an action. */
export function actionOf(buttonCode: string): CommandAction | undefined {
  return commandActions.find((action) => actions[action].buttonCode === buttonCode);
}

/**
 * Returns the action for the code of a button on a completed task (opType 2); undefined for codes without
 * one.
 */
export function actionOfCompletedTaskButton(buttonCode: string): CommandAction | undefined {
  return commandActions.find((action) => actions[action].completedTaskButtonCode === buttonCode);
}

/** Returns the action for the code of a button on a task that others requested. */
export function actionOfSlot(buttonCode: string): CommandAction | undefined {
  return commandActions.find((action) => {
    const { slotButtons } = actions[action];
    return slotButtons && allKinds.some((kind) => slotButtons(kind).some(({ code }) => code === buttonCode));
  });
}

/**
 * Checks that the person's roles permit the action; `decide` refuses by it and pages show buttons by it. An
 * action of the system is closed to every person, whatever the permissions.
 */
export function mayPerform(actor: Pick<Actor, 'permissions'>, action: CommandAction): boolean {
  // The table of the record's kind says who may.
  if (actions[action].actorRole === 'byRecord') return true;
  if ((actions[action].actorRole === 'system') !== (actor === systemActor)) return false;
  const { permission, alsoPermission }: Pick<Action, 'permission' | 'alsoPermission'> = actions[action];
  return (
    actor.permissions.has(permission) ||
    (alsoPermission !== undefined && actor.permissions.has(alsoPermission))
  );
}
