import { randomBytes } from 'node:crypto';

/**
 * Returns a uuid v7: the millisecond of `now`, then 74 random bits; it sorts by time, so that rows are added
 * at the end of an index.
 */
export function newId(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns an opaque secret of 256 bits for sessions, devices and tickets; only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
