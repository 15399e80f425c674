import { expressionLimits } from './limits.ts';

/** Thrown by an evaluation that needs more steps than allowed. */
export class StepLimitError extends Error {}

/** Thrown by an evaluation that reads a rule without a result. */
export class UndecidedRuleError extends Error {}

/**
 * Returns the result of a rule of the library; undefined if there is none, because it failed or is not executed
 * yet.
 */
export type FindRuleResult = (code: string) => boolean | undefined;

/**
 * Counts the steps of an evaluation, so that the same condition on the same facts always has the same result.
 */
export class Budget {
  #left: number = expressionLimits.steps;
  readonly #spendOutside: ((steps: number) => void) | undefined;
  readonly #findRuleResult: FindRuleResult | undefined;

  /** `spendOutside` is called with the same steps, if several evaluations share one budget. */
  constructor(spendOutside?: (steps: number) => void, findRuleResult?: FindRuleResult) {
    this.#spendOutside = spendOutside;
    this.#findRuleResult = findRuleResult;
  }

  /** Returns the result of a rule, which was executed before the evaluation. */
  readonly ruleResult = (code: string): boolean => {
    const result = this.#findRuleResult?.(code);
    if (result === undefined) throw new UndecidedRuleError();
    return result;
  };

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
