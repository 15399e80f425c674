import type { UploadRefusal } from '#contract/files.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { headBytes, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { extensionOf, suggestedFileName } from '#domain/uploads/file-name.ts';
import { pictureUploadRule } from '#domain/uploads/limits.ts';
import type { Context } from '#server/framework/context.ts';
import type { FileRow } from './queries.ts';
import { refuseNumber, storeParts, type UploadCaller, type UploadPart } from './upload.ts';
import type { UploadLimiter } from './upload-limiter.ts';

/** A picture as it is sent in JSON (S2 §7). */
export interface PictureText {
  /** Undefined if the client sends no name; the picture is then named by its type and the time. */
  name: string | undefined;
  /** Base64, plain or as a data URL. */
  image: string;
}

/** Stores pictures that were sent as text, either all or none, like any other upload. */
export async function storePictures(
  context: Context,
  limiter: UploadLimiter,
  caller: UploadCaller,
  pictures: readonly PictureText[],
): Promise<FileRow[] | UploadRefusal> {
  if (pictures.length > (pictureUploadRule.maxCount ?? Infinity)) {
    return refuseNumber(pictureUploadRule) ?? refuse('tooManyFiles');
  }
  const decoded = pictures.map(({ image }) => decodePicture(image));
  const problems = decoded.flatMap((bytes, index) =>
    bytes
      ? []
      : [
          {
            field: pictures.length > 1 ? `files.${index}.image` : 'image',
            message: '图片内容不是有效的Base64',
          },
        ],
  );
  if (problems.length > 0) return refuse('badInput', { problems });
  async function* parts(): AsyncGenerator<UploadPart> {
    for (const [index, bytes = Buffer.alloc(0)] of decoded.entries()) {
      yield { name: nameOf(pictures[index]?.name, bytes, context.now()), bytes, rule: pictureUploadRule };
    }
  }
  return await storeParts(context, limiter, caller, parts());
}

/** Decodes a base64 text; undefined if it is not valid. */
function decodePicture(text: string): Buffer | undefined {
  const base64 = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
  if (text.startsWith('data:') && !/^data:[\w.+/-]{0,100};base64,/.test(text.slice(0, 120))) return undefined;
  // Four characters are three bytes; other characters or an incomplete end mean a broken picture.
  if (base64.length === 0 || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    return undefined;
  return Buffer.from(base64, 'base64');
}

/**
 * Returns the name of a picture; cameras often give no name or extension, so a missing extension is added.
 */
function nameOf(name: string | undefined, bytes: Uint8Array, now: Date): string {
  const kind = sniffFileKind(bytes.subarray(0, headBytes));
  if (name === undefined) return suggestedFileName('图片', now, kind);
  return pictureUploadRule.formats.includes(extensionOf(name)) ? name : `${name}.${kind}`;
}
