/**
 * Returns the person that a claim names; empty for an uncertain one. A number beyond what JSON keeps exactly
 * has been rounded and may be another person's certificate; a text that the database cannot hold is no
 * account.
 */
export function claimText(claim: unknown): string {
  if (typeof claim === 'number') return Number.isSafeInteger(claim) ? String(claim) : '';
  if (typeof claim !== 'string' || claim.includes('\u0000') || !claim.isWellFormed()) return '';
  return claim.trim();
}
