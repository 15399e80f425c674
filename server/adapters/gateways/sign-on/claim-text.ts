/**
 * Returns the person in a claim; empty if it is unreliable. A number that JSON cannot represent exactly has
 * been rounded and may be another person's certificate; a text that the database cannot store is no account.
 */
export function personOfClaim(claim: unknown): string {
  if (typeof claim === 'number') return Number.isSafeInteger(claim) ? String(claim) : '';
  if (typeof claim !== 'string' || claim.includes('\u0000') || !claim.isWellFormed()) return '';
  return claim.trim();
}
