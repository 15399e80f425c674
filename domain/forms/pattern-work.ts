import { formLimits } from './limits.ts';

/**
 * Patterns and conditions that were configured would take more work on what was typed than one submission or document may cost. Its
 * message is for people.
 */
export class PatternWorkSpent extends Error {}

/**
 * Counts the states that patterns visit and the comparisons that conditions make over a whole submission, so that no number of patterns,
 * conditions, rows and characters adds up.
 */
export class PatternWork {
  #left: number = formLimits.patternWork;
  readonly #message: string;

  constructor(message: string = patternWorkText) {
    this.#message = message;
  }

  readonly spend = (states: number): void => {
    this.#left -= states;
    if (this.isSpent) throw new PatternWorkSpent(this.#message);
  };

  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/** Says of a value that it could not be held against its pattern or its linkage, and what helps. */
export const patternWorkText =
  '内容过长，无法按格式和联动规则核对，请缩短内容或减少行数；仍不能提交时，请联系配置管理员简化这些规则';
