/** How a day stands on every screen, and first among the ways in which it may be typed. */
export const dayFormat = 'YYYY-MM-DD';

/**
 * Whoever copies a day from a paper types it as it stands there.
 * NOTE: all of a fixed length: a box takes a day as soon as it reads one, and would take 2026/11/2 of 2026/11/22.
 */
export const dayFormats: string[] = [dayFormat, 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD'];
