/**
 * A moment that all others come before. The times of files are those of the disk, whose clock is not moved with that of the
 * tests (scripts/lib/moment.mjs), so that a file may look as if it were made in a month to come.
 */
export const endOfTime = new Date(8_640_000_000_000_000);
