import { formLimits } from './limits.ts';

/** The patterns that somebody configured would take more work on what somebody typed than one submission may cost. */
export class PatternWorkSpent extends Error {}

/** Counts the states that patterns visit over a whole submission, so that no number of patterns, rows and characters adds up. */
export class PatternWork {
  #left: number = formLimits.patternWork;

  readonly spend = (states: number): void => {
    this.#left -= states;
    if (this.#left < 0) throw new PatternWorkSpent();
  };
}

/** Says of a value that it could not be held against its pattern, and what helps. */
export const patternWorkText =
  '内容过长，无法按格式要求核对，请缩短内容或减少行数；仍不能提交时，请联系配置管理员简化格式规则';
