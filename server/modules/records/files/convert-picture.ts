import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { UploadRefusal } from '#contract/files.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { withExtension } from '#domain/uploads/converted-pictures.ts';
import { dangerMessage } from '#domain/uploads/danger.ts';
import { acceptsExtension, checkUpload, type UploadRule } from '#domain/uploads/upload-rule.ts';
import type { IncomingFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';

/** A picture that was uploaded in a format that no form field accepts, converted to the stored format. */
export interface PictureToStore {
  name: string;
  kind: 'jpg' | 'pdf';
  file: IncomingFile;
  /** Details of the original for the audit log; its bytes are not stored. */
  convertedFrom: { name: string; size: number; sha256: string; kind: 'heic' | 'tiff'; pages: number };
}

/**
 * Converts a HEIC or TIFF to a JPEG (a TIFF of several pages to a PDF) in another process. The new bytes
 * replace the original.
 */
export async function convertReceivedPicture(
  { files, conversionPool }: Context,
  requester: string,
  arrival: { id: string; name: string; file: IncomingFile; rule: UploadRule },
  kind: 'heic' | 'tiff',
): Promise<PictureToStore | UploadRefusal> {
  const { id, name, file, rule } = arrival;
  const outputPath = await files.temporaryPath(id);
  try {
    const result = await conversionPool.make(
      { work: 'convert', path: file.path, kind, outputPath },
      requester,
    );
    if (result === undefined) return refuse('fileDangerous', { message: dangerMessage.tooComplex });
    if ('problem' in result) return refuse('fileTypeNotAllowed', { message: unreadableMessage });
    if (result.kind === 'pdf' && !acceptsExtension(rule, 'pdf'))
      return refuse('fileTypeNotAllowed', { message: pagesMessage(result.pages) });
    const storedName = withExtension(name, result.kind);
    const converted = await files.receive(id, createReadStream(outputPath));
    const refusal = checkUpload(
      { name: storedName, size: converted.size, alreadyUploaded: 0, kind: result.kind },
      rule,
    );
    if (refusal) return refusal;
    const { size, sha256 } = file;
    return {
      name: storedName,
      kind: result.kind,
      file: converted,
      convertedFrom: { name, size, sha256, kind, pages: result.pages },
    };
  } finally {
    await rm(outputPath, { force: true });
  }
}

const unreadableMessage = '图片已损坏或无法读取；请用原软件打开，另存为 jpg 或 png 后重新上传';

const pagesMessage = (pages: number) =>
  `TIFF文件共${pages}页，转换后为PDF，此处不能上传PDF；请拆成单页图片后重新上传`;
