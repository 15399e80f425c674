/** Prefix of a password that is encrypted by SM2 on the wire; it distinguishes it from a plain one. */
export const encryptedPasswordPrefix = 'sm2:';

/**
 * Returns the text to encrypt: the password after a nonce that the server accepts once (the captcha's token
 * at login, later a ticket), so that an intercepted password cannot be replayed.
 */
export function passwordWithNonce(password: string, nonce: string): string {
  return `${nonce} ${password}`;
}

/** Returns the password if it was bound to this nonce; undefined otherwise. */
export function readPasswordWithNonce(bound: string, nonce: string): string | undefined {
  const start = `${nonce} `;
  return nonce !== '' && bound.startsWith(start) ? bound.slice(start.length) : undefined;
}
