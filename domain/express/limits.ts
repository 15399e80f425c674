/** Limits of postal items. */
export const trackingLimits = {
  mailNum: 40,
  place: 100,
  /** EMS sends at most 512 bytes. */
  description: 512,
  detailCode: 20,
  /** Characters of a pushed row that are stored as they arrived. */
  rawRow: 2_000,
  /** Events that are stored for one item. */
  events: 300,
  /** Rows of one pushed message. */
  pushedRows: 500,
  /** Time by which the clock of a carrier may be ahead. */
  aheadMs: 10 * 60_000,
} as const;

/** Checks for a number of a postal item: letters and digits. */
export function isMailNumber(text: string): boolean {
  return /^[A-Z0-9]{6,40}$/.test(text);
}

/** Returns a number as it is stored: without spaces and dashes, letters in upper case, full-width ones in half width. */
export function normalMailNumber(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
}
