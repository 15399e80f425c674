import type { TaskButton } from '#contract/work-orders.ts';

/** Which action asks which dialog; typed so that a new action does not compile without. */
const dialogOf: Record<TaskButton['action'], 'plain' | 'return' | 'forward' | 'branch' | 'none'> = {
  handle: 'plain',
  return: 'return',
  terminate: 'plain',
  forward: 'forward',
  chooseBranch: 'branch',
  void: 'plain',
  resubmit: 'plain',
  validateForm: 'none',
  // No buttons of a task: these have places of their own.
  start: 'none',
  withdraw: 'none',
  recall: 'none',
  startCountersign: 'none',
  answerCountersign: 'none',
  callOffCountersign: 'none',
  addSigners: 'none',
  sign: 'none',
  removeSigner: 'none',
  delegate: 'none',
  expire: 'none',
  reassign: 'none',
};

const shownAtMost = 4;

export interface BarButtons {
  /** The one primary button. */
  main: TaskButton | undefined;
  others: readonly TaskButton[];
  /** Set apart from the rest: they undo or end something. */
  dangerous: readonly TaskButton[];
  /** Under 更多. */
  more: readonly TaskButton[];
}

export function dialogOfAction(action: TaskButton['action']) {
  return dialogOf[action];
}

/**
 * Arranges the buttons of an open task by their order: the main one is what the forms say (`meant`), else the first that
 * is not dangerous, and at most four controls stand in the bar, 更多 among them.
 */
export function arrangeButtons(buttons: readonly TaskButton[], meant?: string): BarButtons {
  const sorted = buttons.toSorted((a, b) => a.order - b.order);
  const main = sorted.find(({ id }) => id === meant) ?? sorted.find(({ dangerous }) => !dangerous);
  const rest = sorted.filter((button) => button !== main);
  const room = shownAtMost - (main === undefined ? 0 : 1);
  const shown = rest.length <= room ? rest : rest.slice(0, room - 1);
  return {
    main,
    others: shown.filter(({ dangerous }) => !dangerous),
    dangerous: shown.filter(({ dangerous }) => dangerous),
    more: rest.slice(shown.length),
  };
}
