import { conditionLimits } from '../model/limits.ts';

/** An evaluation that would take more than it may. */
export class OutOfSteps extends Error {}

/** Counts what an evaluation does, so that the same condition on the same facts always ends the same way. */
export class Budget {
  #left: number = conditionLimits.steps;
  readonly #spendOutside: ((steps: number) => void) | undefined;

  /** `spendOutside` is called with the same steps, where several evaluations share one budget. */
  constructor(spendOutside?: (steps: number) => void) {
    this.#spendOutside = spendOutside;
  }

  /** One step a node of the tree or an element of a list. */
  readonly spend = (steps = 1): void => {
    this.#left -= steps;
    this.#spendOutside?.(steps);
    if (this.#left < 0) throw new OutOfSteps();
  };

  /** For work that reads so many characters. */
  readonly read = (characters: number): void => this.spend(characters / conditionLimits.charactersPerStep);

  /** For a match that visits so many states of its pattern. */
  readonly visit = (states: number): void => this.spend(states / conditionLimits.statesPerStep);
}
