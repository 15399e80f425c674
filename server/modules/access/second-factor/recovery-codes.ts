import { randomInt } from 'node:crypto';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/** Characters without look-alikes, for copying by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeCount = 10;
const charactersPerPart = 5;

/** Returns ten codes of 50 random bits, `XXXXX-XXXXX`. */
export function newRecoveryCodes(): string[] {
  const randomPart = () =>
    Array.from({ length: charactersPerPart }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return Array.from({ length: codeCount }, () => `${randomPart()}-${randomPart()}`);
}

/** Normalises a typed code: without spaces and hyphens, in capitals. */
export function plainCode(input: string): string {
  return input.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
}

/** Returns a keyed digest, because 50 bits are few enough to be tried against a stolen table. */
export function digestOfCode(crypto: Pick<Crypto, 'searchHash'>, staffId: string, input: string): string {
  return crypto.searchHash(`recovery code ${staffId} ${plainCode(input)}`);
}
