import { expressionLimits } from './limits.ts';

/** Thrown by an evaluation that needs more steps than allowed. */
export class StepLimitError extends Error {}

/**
 * Counts the steps of an evaluation, so that the same condition on the same facts always has the same result.
 */
export class Budget {
  #left: number = expressionLimits.steps;
  readonly #spendOutside: ((steps: number) => void) | undefined;

  /** `spendOutside` is called with the same steps, if several evaluations share one budget. */
  constructor(spendOutside?: (steps: number) => void) {
    this.#spendOutside = spendOutside;
  }

  /** Uses one step for a node of the tree or an element of a list. */
  readonly spend = (steps = 1): void => {
    this.#left -= steps;
    this.#spendOutside?.(steps);
    if (this.#left < 0) throw new StepLimitError();
  };

  /** Uses steps for reading this many characters. */
  readonly spendOnCharacters = (characters: number): void =>
    this.spend(characters / expressionLimits.charactersPerStep);

  /** Uses steps for a match that visits this many states of its pattern. */
  readonly spendOnStates = (states: number): void => this.spend(states / expressionLimits.statesPerStep);
}
