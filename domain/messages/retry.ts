/** Maximum number of tries for one message, over about half a day; a message not accepted by then is a dead letter. */
export const maxTries = 10;

const firstMs = 30_000;
const longestMs = 2 * 3_600_000;

/**
 * Returns the wait after so many tries: twice as long each time, and by chance up to half of it less, so that
 * calls that failed together do not come again together. `chance` is from 0 to 1.
 */
export function retryDelayMs(tries: number, chance: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.max(0, tries - 1));
  return Math.round(whole * (1 - chance / 2));
}
