/** Longest name of an entry, its place and its remark, in characters. */
export const maxScheduleNameLength = 100;
export const maxScheduleAddressLength = 200;
export const maxScheduleRemarkLength = 500;
/** An entry lasts as long as a list may ask for (S0 §9). */
export const longestEntryDays = 365;
/** Entries of one person. */
export const maxEntries = 5_000;
/** Entries that are deleted with one call. */
export const maxDeleted = 200;
/**
 * The time in which a deletion can be taken back; the screen offers it for some seconds, and a slow line has
 * its time.
 */
export const restorableSeconds = 300;
/** Days that one question may ask for: six weeks, and the list of a year. */
export const maxAskedDays = 366;
