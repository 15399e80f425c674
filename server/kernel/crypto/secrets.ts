import { createHash, hash, timingSafeEqual } from 'node:crypto';

/** Returns the stored hash of an opaque secret; secrets have 256 random bits, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

export function isSameText(one: string, other: string): boolean {
  const a = createHash('sha256').update(one).digest();
  const b = createHash('sha256').update(other).digest();
  return timingSafeEqual(a, b);
}
