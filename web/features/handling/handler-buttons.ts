import type { HandleInput } from '#contract/handle-input.ts';
import type { NodeButtonAnswer } from '#contract/work-orders.ts';

/** Action codes that the handler bar can carry out; 8 only checks the forms (S1 §4). */
export type BarAction = Extract<
  HandleInput['handlerOperation'],
  '1' | '2' | '4' | '8' | '9' | '12' | '13' | '14'
>;

/** Which code asks which dialog; typed so that a new action of the contract does not compile without one. */
const dialogOf: Record<BarAction, 'next' | 'return' | 'forward' | 'branch' | 'stop' | 'none'> = {
  '1': 'next',
  '2': 'return',
  '4': 'stop',
  '8': 'none',
  '9': 'forward',
  '12': 'branch',
  '13': 'stop',
  '14': 'none',
};

/** Actions that need an opinion whatever the node says (S1 §5 "Other handler actions"). */
const alwaysWithOpinion: ReadonlySet<string> = new Set<BarAction>(['2', '9']);
const dangerous: ReadonlySet<string> = new Set<BarAction>(['2', '4', '13']);

const openTask = 1;
const inUse = 1;
const shownAtMost = 4;

export interface BarButton extends NodeButtonAnswer {
  code: BarAction;
}

export interface BarButtons {
  /** The one primary button. */
  main: BarButton | undefined;
  others: readonly BarButton[];
  /** Set apart from the rest: they undo or end something. */
  dangerous: readonly BarButton[];
  /** Under 更多. */
  more: readonly BarButton[];
}

export function isBarAction(code: string): code is BarAction {
  return Object.hasOwn(dialogOf, code);
}

export function dialogOfAction(code: BarAction) {
  return dialogOf[code];
}

export function isDangerous(code: string): boolean {
  return dangerous.has(code);
}

export function needsOpinion(code: string, requiredByNode: boolean): boolean {
  if (code === '8') return false;
  return requiredByNode || alwaysWithOpinion.has(code);
}

/**
 * Arranges the buttons of an open task by their order: the first that is not dangerous is the main one, and at most four
 * controls stand in the bar, 更多 among them.
 */
export function arrangeButtons(buttons: readonly NodeButtonAnswer[]): BarButtons {
  const usable = buttons
    .filter((button): button is BarButton => isBarAction(button.code))
    .filter((button) => button.state === inUse && button.opType === openTask)
    .toSorted((a, b) => a.order - b.order);
  const main = usable.find((button) => !isDangerous(button.code));
  const rest = usable.filter((button) => button !== main);
  const room = shownAtMost - (main === undefined ? 0 : 1);
  const shown = rest.length <= room ? rest : rest.slice(0, room - 1);
  return {
    main,
    others: shown.filter((button) => !isDangerous(button.code)),
    dangerous: shown.filter((button) => isDangerous(button.code)),
    more: rest.slice(shown.length),
  };
}
