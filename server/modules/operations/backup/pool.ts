import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import { type BackupCipher, plain } from './backup-cipher.ts';
import type { ReferencedBytes } from './bytes.queries.ts';
import { syncFolder } from './parts.ts';

/**
 * Contents of files by their digest: contents that any backup already has are not copied again.
 */
export interface Pool {
  pathOf(sha256: string): string;
  has(sha256: string, bytes: number | undefined): Promise<boolean>;
  /** Copies bytes of the store, and returns their digest. If there is a problem, nothing is stored and it is returned. */
  copyFrom(files: Pick<FileStore, 'read'>, file: ReferencedBytes): Promise<PoolCopy>;
  /**
   * Removes contents that no backup refers to, and leftovers of interrupted backups; returns their number.
   */
  removeAllBut(referencedDigests: ReadonlySet<string>): Promise<number>;
}

export type PoolCopy = { sha256: string; stored: PoolEntry } | { fault: 'missing' | 'changed' };

/**
 * Size and digest of the bytes in the pool; if they are encrypted, these differ from those of the contents.
 */
export interface PoolEntry {
  bytes: number;
  sha256: string;
}

const incomingName = 'incoming';

/**
 * Names of files that belong to a pool. Any other file is not removed: the operator may have given the wrong
 * folder.
 */
const digest = /^[0-9a-f]{64}$/;
const incomingFile = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function foldersIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found.flatMap((entry) =>
    entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name) ? [entry.name] : [],
  );
}

export function createPool(
  folder: string,
  { encrypt, nameOf }: Pick<BackupCipher, 'encrypt' | 'nameOf'> = plain,
): Pool {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const incoming = join(folder, incomingName);
  const existing = new Set<string>();

  /** Creates each folder once. */
  async function ensureFolder(path: string): Promise<void> {
    if (existing.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    existing.add(path);
  }

  return {
    pathOf,
    async has(sha256, bytes) {
      const found = await stat(pathOf(sha256)).catch(() => undefined);
      return found !== undefined && (bytes === undefined || found.size === bytes);
    },
    async copyFrom(files, { id, size, sha256: expected }) {
      await ensureFolder(incoming);
      const path = join(incoming, randomUUID());
      const hash = createHash('sha256');
      const storedHash = createHash('sha256');
      let bytes = 0;
      let remaining = size;
      try {
        await pipeline(
          files.read(id),
          async function* count(bytes: AsyncIterable<Uint8Array>) {
            for await (const chunk of bytes) {
              hash.update(chunk);
              remaining -= chunk.length;
              yield chunk;
            }
          },
          (chunks: AsyncIterable<Uint8Array>) => encrypt(chunks),
          async function* countStored(sealed: AsyncIterable<Uint8Array>) {
            for await (const chunk of sealed) {
              storedHash.update(chunk);
              bytes += chunk.length;
              yield chunk;
            }
          },
          createWriteStream(path, { flush: true, flags: 'wx', mode: 0o600 }),
        );
        const sha256 = nameOf(hash.digest('hex'));
        if (remaining !== 0 || (expected !== null && sha256 !== expected)) return { fault: 'changed' };
        const target = pathOf(sha256);
        await ensureFolder(dirname(target));
        await chmod(path, 0o400);
        await rename(path, target);
        return { sha256, stored: { bytes, sha256: storedHash.digest('hex') } };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { fault: 'missing' };
        throw error;
      } finally {
        await rm(path, { force: true });
      }
    },
    async removeAllBut(referencedDigests) {
      for (const name of await readdir(incoming).catch(() => [])) {
        if (incomingFile.test(name)) await rm(join(incoming, name), { force: true });
      }
      let removed = 0;
      for (const outer of await foldersIn(folder)) {
        for (const inner of await foldersIn(join(folder, outer))) {
          for (const sha256 of await readdir(join(folder, outer, inner))) {
            const isOwn = digest.test(sha256) && sha256.startsWith(`${outer}${inner}`);
            if (!isOwn || referencedDigests.has(sha256)) continue;
            await rm(join(folder, outer, inner, sha256), { force: true });
            removed += 1;
          }
        }
        await syncFolder(join(folder, outer));
      }
      return removed;
    },
  };
}
