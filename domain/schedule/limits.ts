/** Maximum length of an entry's name, and of its place and remark, in characters. */
export const maxScheduleNameLength = 100;
export const maxScheduleAddressLength = 200;
export const maxScheduleRemarkLength = 500;
/** Longest entry in days, the same as the longest span of a list (S0 §9). */
export const maxEntryDays = 365;
/** Entries of one person. */
export const maxEntries = 5_000;
/** Entries that one call deletes. */
export const maxDeleted = 200;
/**
 * Time in which a deletion can be undone; the page offers it for some seconds, the rest allows for a slow
 * connection.
 */
export const restorableSeconds = 300;
/** Days that one query may cover: enough for six weeks, and for the list of a year. */
export const maxQueriedDays = 366;
