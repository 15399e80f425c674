/**
 * The beginning of a password wrapped by SM2 on the wire, by which the server distinguishes it from a plain
 * one.
 */
export const wrappedPasswordPrefix = 'sm2:';

/**
 * Returns the text to be wrapped: the password behind a nonce that the server takes once (at login the captcha's token,
 * later a ticket), so that an overheard wrapped password is worth nothing the second time.
 */
export function bindPassword(password: string, nonce: string): string {
  return `${nonce} ${password}`;
}

/**
 * Returns the password that was bound to this very nonce; undefined when it was bound to another or to none.
 */
export function readBoundPassword(bound: string, nonce: string): string | undefined {
  const start = `${nonce} `;
  return nonce !== '' && bound.startsWith(start) ? bound.slice(start.length) : undefined;
}
