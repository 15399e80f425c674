/**
 * A key for one deed of the user, sent with every try of it, so that a second click or a retry never does it twice.
 * NOTE: `crypto.randomUUID` is missing on plain-http origins, which offices do use; `getRandomValues` is not.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
