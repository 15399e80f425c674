import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { ArchiveFinding } from '#domain/archive/archive-state.ts';
import type { Context } from '#server/framework/context.ts';
import type { PackageRow } from './catalogue.queries.ts';
import { decryptedBytes } from './encrypted-bytes.ts';

type PackageReader = Pick<Context, 'crypto' | 'log'> & { files: Pick<Context['files'], 'read' | 'size'> };
type StoredPackage = Pick<PackageRow, 'bytesId' | 'keySealed' | 'size' | 'sha256'>;

/** Returns the decrypted bytes of a package. */
export function packageBytes(
  { files, crypto }: PackageReader,
  { bytesId, keySealed }: StoredPackage,
): Readable {
  return decryptedBytes(crypto, files.read(bytesId), keySealed);
}

/** Reads a package completely and compares it with its digest. */
export async function verifyPackage(context: PackageReader, stored: StoredPackage): Promise<ArchiveFinding> {
  const size = await context.files.size(stored.bytesId);
  if (size === undefined) return ArchiveFinding.missing;
  if (size !== Number(stored.size)) return ArchiveFinding.changed;
  const hash = createHash('sha256');
  try {
    for await (const chunk of packageBytes(context, stored)) hash.update(chunk as Uint8Array);
  } catch (error) {
    if (isDecryptionError(error)) return ArchiveFinding.changed;
    throw error;
  }
  return hash.digest('hex') === stored.sha256 ? ArchiveFinding.whole : ArchiveFinding.changed;
}

/** Checks for a failed decryption; all other reading errors are of the store and may be temporary. */
function isDecryptionError(error: unknown): boolean {
  return error instanceof Error && error.message.includes('authenticate data');
}

const localHeaderSize = 30;
/** More than the longest name, and than the overhead of incompressible data. */
const extraBytes = 4096;

/**
 * Returns the text of the first part of a package, which is the page: only this part is read, so it is
 * compared with its own digest. Undefined if it has changed.
 */
export async function readOfflinePage(
  context: PackageReader,
  stored: StoredPackage & Pick<PackageRow, 'parts'>,
): Promise<string | undefined> {
  const [page] = stored.parts;
  if (!page || (await context.files.size(stored.bytesId)) === undefined) return undefined;
  const chunks: Buffer[] = [];
  let remaining = localHeaderSize + extraBytes + Math.ceil(page.size * 1.01);
  try {
    for await (const chunk of packageBytes(context, stored)) {
      chunks.push(chunk as Buffer);
      remaining -= (chunk as Buffer).length;
      if (remaining <= 0) break;
    }
    const bytes = Buffer.concat(chunks);
    const start = localHeaderSize + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
    const text = inflateRawSync(bytes.subarray(start), { maxOutputLength: page.size + 1 });
    return createHash('sha256').update(text).digest('hex') === page.sha256
      ? text.toString('utf8')
      : undefined;
  } catch (error) {
    context.log.error({ error }, 'The page of an archive package cannot be read');
    return undefined;
  }
}
