import { formLimits } from './limits.ts';

/**
 * Thrown if configured patterns and conditions need more work than one submission or document may cost. The
 * message is for users.
 */
export class PatternCostExceededError extends Error {}

/**
 * Counts the states that patterns visit and the comparisons of conditions over a whole submission, so that
 * their sum is limited, whatever the number of patterns, conditions, rows and characters.
 */
export class PatternCost {
  #remaining: number = formLimits.maxPatternCost;
  readonly #message: string;

  constructor(message: string = patternCostText) {
    this.#message = message;
  }

  readonly spend = (states: number): void => {
    this.#remaining -= states;
    if (this.isSpent) throw new PatternCostExceededError(this.#message);
  };

  get isSpent(): boolean {
    return this.#remaining < 0;
  }
}

/** Message for a value that could not be checked by its pattern or linkage, with advice. */
export const patternCostText =
  '内容过长，无法按格式和联动规则核对，请缩短内容或减少行数；仍不能提交时，请联系配置管理员简化这些规则';
