/** The 31 symbols of the code: digits and capitals without I, O, S, V and Z (GB 32100). */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/**
 * Checks whether a unified social credit code is valid: exactly 18 capitals and digits of the alphabet, the
 * last one being the weighted check character (S1 §5, S2 §5). Lower-case letters are invalid.
 */
export function isUnifiedSocialCreditCode(code: string): boolean {
  if (code.length !== 18) return false;
  for (const symbol of code) if (!alphabet.includes(symbol)) return false;
  return code[17] === creditCheckCharacterOf(code);
}

/** Returns the check character for the first 17 symbols of a code. */
export function creditCheckCharacterOf(code: string): string {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * alphabet.indexOf(code[index] ?? ''),
    0,
  );
  return alphabet[(31 - (sum % 31)) % 31] ?? '';
}
