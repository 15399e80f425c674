/** Limits of one regular expression; a pattern within them is matched in bounded time. */
export const patternLimits = {
  length: 300,
  /** States of a compiled pattern; matching costs at most states × characters. */
  states: 1000,
  /** Characters of a text that a pattern reads. */
  text: 5000,
} as const;
