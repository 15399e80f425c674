import { open } from 'node:fs/promises';
import { headBytes } from '#domain/uploads/file-kind.ts';

/** The first bytes of a file: what its kind is told from. */
export async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
