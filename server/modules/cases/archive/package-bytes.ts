import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ArchivePart, archiveNumber } from '#domain/archive/archive-record.ts';
import { metadataXml } from '#domain/archive/metadata.ts';
import { offlinePage } from '#domain/archive/offline-page.ts';
import { checksumsText, packageParts } from '#domain/archive/package-paths.ts';
import { isCompressed } from '#server/adapters/files/content-type.ts';
import { type ZipPart, zipBytes } from '#server/adapters/spreadsheets/zip-bytes.ts';
import type { Context } from '#server/framework/context.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import type { PackageContent } from './record.ts';

/** Thrown if a file of an order has changed since its upload, so that its package must not be made. */
export class FileChangedError extends Error {
  readonly title: string;

  constructor(title: string) {
    super('A file of an order differs from its row');
    this.title = title;
  }
}

/** Parts of a package in order: those written for it, the page first, then the files of the order. */
export interface PackagePlan {
  parts: readonly ArchivePart[];
  digest: string;
  bytes(): Readable;
}

const program = '办件通';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Plans a package; its bytes are generated while they are read, so that only a chunk of a file is in memory.
 */
export function planPackage(
  { files }: Pick<Context, 'files'>,
  content: PackageContent,
  madeAt: Date,
): PackagePlan {
  const { record, order } = content;
  const page = offlinePage(record);
  const textParts = [
    { path: packageParts.page, title: '离线查看页', text: page },
    {
      path: packageParts.metadata,
      title: '元数据（DA/T 46、48）',
      text: metadataXml(record, { createdAt: madeAt.toISOString(), program }),
    },
    {
      path: packageParts.record,
      title: '办件数据',
      text: `${JSON.stringify({ 档号: archiveNumber(record.place), ...record }, null, 2)}\n`,
    },
  ].map((part) => ({ ...part, size: Buffer.byteLength(part.text), sha256: sha256(part.text) }));
  const listedParts: ArchivePart[] = [
    ...textParts.map(({ text: _text, ...part }) => part),
    ...record.files.map(({ path, title, size, sha256: digest }) => ({ path, title, size, sha256: digest })),
  ];
  const checksums = checksumsText(listedParts);
  const checksumsPart = {
    path: packageParts.checksums,
    title: '校验值',
    size: Buffer.byteLength(checksums),
    sha256: sha256(checksums),
  };
  const modifiedAt = order.endedAt ?? madeAt;
  const textPart = (name: string, text: string): ZipPart => ({ name, text: [text], modifiedAt });
  const zipParts: ZipPart[] = [
    ...textParts.map(({ path, text }) => textPart(path, text)),
    ...content.files.map(({ file, stored }) => ({
      name: file.path,
      text: checkedBytes(file, {
        read: () => files.read(stored.bytesId),
        isMissing: async () => (await files.size(stored.bytesId)) === undefined,
      }),
      isCompressed: isCompressed(file.contentType),
      modifiedAt: new Date(stored.createdAt),
    })),
    textPart(packageParts.checksums, checksums),
  ];
  return {
    parts: [...listedParts, checksumsPart],
    digest: sha256(canonicalJson(record)),
    bytes: () => Readable.from(zipBytes(zipParts), { objectMode: false }),
  };
}

/** Yields the bytes of a file, and fails if they do not match its row. */
function checkedBytes(
  file: { title: string; sha256: string },
  { read, isMissing }: { read: () => Readable; isMissing: () => Promise<boolean> },
): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      const hash = createHash('sha256');
      try {
        for await (const chunk of read()) {
          hash.update(chunk as Uint8Array);
          yield chunk as Uint8Array;
        }
      } catch (error) {
        // The file is lost, or the store has a temporary error.
        if (await isMissing()) throw new FileChangedError(file.title);
        throw error;
      }
      if (hash.digest('hex') !== file.sha256) throw new FileChangedError(file.title);
    },
  };
}
