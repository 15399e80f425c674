/** The format of a day on every screen, and the first of those in which it may be typed. */
export const dayFormat = 'YYYY-MM-DD';

/**
 * Formats in which a user may type a day, as documents have it.
 * NOTE: all of a fixed length: a box takes a day as soon as it reads one, and would take 2026/11/2 of 2026/11/22.
 */
export const dayFormats: string[] = [dayFormat, 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD'];
