import { constants, inflateSync } from 'node:zlib';

/**
 * Unpacks a zlib stream, complete or truncated, up to a number of bytes; undefined if it is broken or larger.
 */
export function inflate(packed: Uint8Array, maxBytes: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
