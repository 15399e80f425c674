import { constants, inflateSync } from 'node:zlib';

/** Unpacks a zlib stream, cut off or not, up to so many bytes; undefined when it is broken or larger. */
export function inflate(packed: Uint8Array, maxBytes: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
