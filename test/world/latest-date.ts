/**
 * A time later than all others. The times of files come from the disk, whose clock is not shifted with that
 * of the tests (scripts/lib/test-clock.mjs), so a file may seem to be from a later month.
 */
export const latestDate = new Date(8_640_000_000_000_000);
