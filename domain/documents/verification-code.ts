/** Letters and digits that cannot be mistaken for each other (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 20;

/**
 * Reads a code that a person typed or a QR code contains: ignores spaces, hyphens and case, reads O as 0, I
 * and L as 1.
 */
export function readVerificationCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined;
}

/** Returns an unguessable code of 100 bits: 20 characters, one for each random byte. */
export function makeVerificationCode(random: Uint8Array): string {
  if (random.length < length) throw new RangeError('A verification code needs more random bytes');
  return [...random.subarray(0, length)].map((byte) => letters[byte % letters.length]).join('');
}

/** Formats a code for printing and reading aloud: 7F3A-91C2-… */
export function writeVerificationCode(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}
