/** `npm run test:long` sets it. */
const isLong = process.env.LONG_TESTS === '1';

/**
 * Returns the number of random cases that a test tries: a tenth of `all` in `npm test`, all of them in `npm
 * run test:long`. What a test requires of its cases is scaled by the same function. A tenth still finds
 * common errors; the long run finds those that appear in one of hundreds of cases. Seeds that a test counts
 * itself begin at one in both runs; those of fast-check are new each time, and printed with a failure.
 */
export function randomCases(all: number): number {
  return isLong ? all : Math.ceil(all / 10);
}
