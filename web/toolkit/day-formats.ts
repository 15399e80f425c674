/** The format of a day on every screen, and the first of the accepted input formats. */
export const dayFormat = 'YYYY-MM-DD';

/**
 * Formats in which a user may type a day, as in documents. NOTE: all have a fixed length: a field accepts a
 * day as soon as it can parse one, and would read 2026/11/2 from 2026/11/22.
 */
export const dayFormats: string[] = [dayFormat, 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD'];
