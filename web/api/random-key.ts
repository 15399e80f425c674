/**
 * Returns a random key that cannot be guessed. NOTE: `crypto.randomUUID` is missing on plain-http origins,
 * which offices do use; `getRandomValues` is available there.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
