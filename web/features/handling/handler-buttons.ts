import type { TaskButton, WorkOrderPage } from '#contract/work-orders.ts';
import { irreversibleWarning } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';

type DialogKind =
  | 'plain'
  | 'return'
  | 'forward'
  | 'branch'
  | 'countersign'
  | 'addSigners'
  | 'delegate'
  | 'returnToHandler'
  | 'none';

/** The dialog of each action; typed so that a missing action is a compile error. */
const dialogByAction: Record<TaskButton['action'], DialogKind> = {
  handle: 'plain',
  return: 'return',
  terminate: 'plain',
  forward: 'forward',
  chooseBranch: 'branch',
  void: 'plain',
  resubmit: 'plain',
  startCountersign: 'countersign',
  answerCountersign: 'plain',
  returnToHandler: 'returnToHandler',
  submitToHandler: 'plain',
  addSigners: 'addSigners',
  sign: 'plain',
  delegate: 'delegate',
  validateForm: 'none',
  // Actions that are not buttons of a task: they are offered in other places.
  start: 'none',
  withdraw: 'none',
  recall: 'none',
  addToCountersign: 'none',
  addToSigners: 'none',
  callOffCountersign: 'none',
  removeSigner: 'none',
  expire: 'none',
  reassign: 'none',
  copy: 'none',
  leaveNote: 'none',
  urge: 'none',
  addPapers: 'none',
  changeRecord: 'none',
};

/** Checks that the action of a button has a dialog here, or needs none. */
export function isSupportedButton({ action }: TaskButton): boolean {
  return dialogByAction[action] !== 'none' || action === 'validateForm';
}

/**
 * Checks that the opinion of a task is marked as required: by its node, or for a person who was asked, if every
 * answer needs one.
 */
export function requiresOpinion({
  opinionRequired,
  askedBy,
  buttons,
}: Pick<NonNullable<WorkOrderPage['task']>, 'opinionRequired' | 'askedBy' | 'buttons'>): boolean {
  return askedBy === null ? opinionRequired : buttons.every(({ needsOpinion }) => needsOpinion);
}

const maxControls = 4;

export interface BarButtons {
  /** The first button; primary, unless the form's choice selects another one. */
  main: TaskButton | undefined;
  others: readonly TaskButton[];
  /** Buttons that end the order: separate from the rest. */
  endingButtons: readonly TaskButton[];
  /** Buttons under 更多. */
  more: readonly TaskButton[];
}

/** An action besides the buttons of a task: a key, its name, and the function that opens its dialog. */
export interface BarOffer {
  key: string;
  name: string;
  open: () => void;
}

/** An action under 更多. */
export interface MoreMenuEntry {
  key: string;
  name: string;
  /** Text of the consequence that cannot be undone; such entries come last. */
  consequence?: string | undefined;
  isRed?: boolean;
  run: () => void;
}

/** Returns the entries of 更多 in their order: the harmless ones, then those with a consequence. */
export function entriesInOrder(entries: readonly MoreMenuEntry[]): readonly (readonly MoreMenuEntry[])[] {
  const isIrreversible = ({ consequence }: MoreMenuEntry) => consequence !== undefined;
  return [entries.filter((entry) => !isIrreversible(entry)), entries.filter(isIrreversible)].filter(
    (group) => group.length > 0,
  );
}

/** Returns the irreversible consequence of a button; undefined for one that continues the order. */
export function consequenceOf({ ends, action }: Pick<TaskButton, 'ends' | 'action'>): string | undefined {
  if (ends) return irreversibleWarning;
  return action === 'void' ? '表单内容标记为已删除' : undefined;
}

/** Id of the button 会签不通过. */
const countersignFailButtonId = 'countersign-fail';

/**
 * Checks whether a button is red, outlined in the bar and filled in its confirmation: it voids or terminates
 * the order, ends it with a negative result, or votes no in a countersign.
 */
export function isRed({ id, action, endStatus }: Pick<TaskButton, 'id' | 'action' | 'endStatus'>): boolean {
  if (action === 'void' || action === 'terminate' || id === countersignFailButtonId) return true;
  return endStatus !== null && toneOfStatus(endStatus) === 'error';
}

/** Checks whether a button returns the order to an earlier node or handler. */
export function isReturn({ action }: Pick<TaskButton, 'action'>): boolean {
  return action === 'return' || action === 'returnToHandler';
}

export function dialogOfAction(action: TaskButton['action']) {
  return dialogByAction[action];
}

/**
 * Actions that do not complete the step and involve other people: never the main action while the step can be handled.
 */
const consultingActions: readonly TaskButton['action'][] = [
  'forward',
  'delegate',
  'addSigners',
  'startCountersign',
];

/**
 * Returns the button that the form's choice selects (`matchingButton`), else the first that continues the order
 * without undoing or ending anything, else the one that handles and ends the order.
 */
export function mainButton(buttons: readonly TaskButton[], matchingButton?: string): TaskButton | undefined {
  const buttonsInOrder = buttons.toSorted((a, b) => a.order - b.order);
  const harmless = buttonsInOrder.filter(({ dangerous }) => !dangerous);
  const continuing = harmless.filter(({ ends }) => !ends);
  return (
    buttonsInOrder.find(({ id }) => id === matchingButton) ??
    continuing.find(({ action }) => !consultingActions.includes(action)) ??
    harmless.find(({ action }) => action === 'handle') ??
    continuing[0] ??
    harmless[0]
  );
}

/**
 * Checks whether a button is an alternative to the main one, which the user should see beside it: it has a choice of
 * the form, or votes no in a countersign.
 */
export function isAlternative({ id, binds }: Pick<TaskButton, 'id' | 'binds'>): boolean {
  return binds.length > 0 || id === countersignFailButtonId;
}

/**
 * Arranges the buttons of an open task by their order. Actions that end the order are separate, and the bar
 * has at most four controls: if there are more, the main one, one other, 更多 and the first that ends the
 * order; alternatives to the main one have priority. `offeredCount` is the number of entries that 更多 has in
 * addition to the buttons. No input of the user moves a button, so that a second click never meets another action.
 */
export function arrangeButtons(buttons: readonly TaskButton[], offeredCount = 0): BarButtons {
  const main = mainButton(buttons);
  const remaining = buttons.filter((button) => button !== main).toSorted((a, b) => a.order - b.order);
  const remainingControls = maxControls - (main === undefined ? 0 : 1);
  const allFit = remaining.length + offeredCount <= remainingControls;
  const firstOf = (candidates: readonly TaskButton[], count: number) => {
    const byPriority = candidates.toSorted((a, b) => Number(isAlternative(b)) - Number(isAlternative(a)));
    const first = allFit ? candidates : byPriority.slice(0, count);
    return candidates.filter((button) => first.includes(button));
  };
  const endingButtons = firstOf(
    remaining.filter(({ ends }) => ends),
    1,
  );
  const others = firstOf(
    remaining.filter(({ ends }) => !ends),
    remainingControls - 1 - endingButtons.length,
  );
  return {
    main,
    others,
    endingButtons,
    more: remaining.filter((button) => !others.includes(button) && !endingButtons.includes(button)),
  };
}
