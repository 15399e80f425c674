/** Maximum number of attempts for one message, within about four hours; after that it is a dead letter. */
export const maxDeliveryAttempts = 10;

const initialDelayMs = 30_000;
const maxDelayMs = 2 * 3_600_000;

/**
 * Returns the delay after a number of attempts: doubled each time, and shortened at random by up to a half,
 * so that calls that failed together are not repeated together. `chance` is from 0 to 1.
 */
export function retryDelayMs(attempts: number, chance: number): number {
  const fullDelay = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(fullDelay * (1 - chance / 2));
}
