import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { UploadRefusal } from '#contract/files.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { withEnding } from '#domain/uploads/converted-pictures.ts';
import { dangerMessage } from '#domain/uploads/danger.ts';
import { acceptsExtension, checkUpload, type UploadRule } from '#domain/uploads/upload-rule.ts';
import type { IncomingFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';

/** A picture that arrived in a format that no form field accepts, as it is stored. */
export interface ConvertedArrival {
  name: string;
  kind: 'jpg' | 'pdf';
  file: IncomingFile;
  /** Details of the original for the audit log; its bytes are not kept. */
  convertedFrom: { name: string; size: number; sha256: string; kind: 'heic' | 'tiff'; pages: number };
}

/**
 * Converts a HEIC or TIFF to a JPEG (a TIFF of several pages to a PDF) in another process. The new bytes
 * replace the original.
 */
export async function convertArrival(
  { files, conversionPool }: Context,
  requester: string,
  arrival: { id: string; name: string; file: IncomingFile; rule: UploadRule },
  kind: 'heic' | 'tiff',
): Promise<ConvertedArrival | UploadRefusal> {
  const { id, name, file, rule } = arrival;
  const outputPath = await files.sidePath(id);
  try {
    const made = await conversionPool.make({ work: 'convert', path: file.path, kind, outputPath }, requester);
    if (made === undefined) return refuse('fileDangerous', { message: dangerMessage.tooComplex });
    if ('fault' in made) return refuse('fileTypeNotAllowed', { message: unreadableMessage });
    if (made.kind === 'pdf' && !acceptsExtension(rule, 'pdf'))
      return refuse('fileTypeNotAllowed', { message: pagesMessage(made.pages) });
    const stored = withEnding(name, made.kind);
    const converted = await files.receive(id, createReadStream(outputPath));
    const refusal = checkUpload(
      { name: stored, size: converted.size, alreadyUploaded: 0, kind: made.kind },
      rule,
    );
    if (refusal) return refusal;
    const { size, sha256 } = file;
    return {
      name: stored,
      kind: made.kind,
      file: converted,
      convertedFrom: { name, size, sha256, kind, pages: made.pages },
    };
  } finally {
    await rm(outputPath, { force: true });
  }
}

const unreadableMessage = '图片已损坏或无法读取；请用原软件打开，另存为 jpg 或 png 后重新上传';

const pagesMessage = (pages: number) =>
  `TIFF文件共${pages}页，转换后为PDF，此处不能上传PDF；请拆成单页图片后重新上传`;
