import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/** Characters that cannot be confused when a password is read out or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
const digits = '23456789';

/**
 * The one-time password of one reset: 16 characters of all kinds that the rules of passwords ask for, worked out by a key
 * that the database does not have, so that the same reset gives the same and nothing of it need be kept.
 */
export function oneTimePasswordOf(crypto: Pick<Crypto, 'searchHash'>, reset: string): string {
  const bytes = Buffer.from(crypto.searchHash(`one-time password ${reset}`), 'base64url');
  const pick = (from: string, start: number, count: number) =>
    Array.from(bytes.subarray(start, start + count), (byte) => from.charAt(byte % from.length)).join('');
  // A capital and a small letter for certain, as the strict rule asks for both.
  const both = `${pick('ABCDEFGHJKMNPQRSTUVWXYZ', 0, 1)}${pick('abcdefghjkmnpqrstuvwxyz', 1, 1)}`;
  return `${both}${pick(letters, 2, 4)}@${pick(digits, 6, 4)}${pick(letters, 10, 5)}`;
}
