import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/** Characters that cannot be confused when a password is read aloud or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
const digits = '23456789';

/**
 * Returns the one-time password of a reset: 16 characters of all kinds that the password rules require,
 * derived with a key that is not in the database, so that a repeated request gives the same password and it
 * need not be stored.
 */
export function oneTimePasswordOf(crypto: Pick<Crypto, 'searchHash'>, reset: string): string {
  const bytes = Buffer.from(crypto.searchHash(`one-time password ${reset}`), 'base64url');
  const pick = (from: string, start: number, count: number) =>
    Array.from(bytes.subarray(start, start + count), (byte) => from.charAt(byte % from.length)).join('');
  // At least one capital and one lower-case letter, which the strict rule requires.
  const capitalAndSmall = `${pick('ABCDEFGHJKMNPQRSTUVWXYZ', 0, 1)}${pick('abcdefghjkmnpqrstuvwxyz', 1, 1)}`;
  return `${capitalAndSmall}${pick(letters, 2, 4)}@${pick(digits, 6, 4)}${pick(letters, 10, 5)}`;
}
