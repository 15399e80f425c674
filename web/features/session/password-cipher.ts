import { sm2 } from 'sm-crypto-v2';
import { encryptedPasswordPrefix, passwordWithNonce } from '#domain/passwords/encrypted-password.ts';

const c1c3c2 = 1;

/**
 * Encrypts a password for the server (`sm2:` and the hexadecimal SM2 text, C1C3C2), bound to a nonce that the
 * server accepts once; plain text is never sent.
 */
export function encryptPassword(password: string, publicKey: string, nonce: string): string {
  return `${encryptedPasswordPrefix}${sm2.doEncrypt(passwordWithNonce(password, nonce), publicKey, c1c3c2)}`;
}
