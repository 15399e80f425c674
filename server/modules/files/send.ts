import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Context } from '#server/context/context.ts';
import { isPreviewable } from '#server/files/content-type.ts';
import type { FileRow } from './queries.ts';

/** Sends bytes as an attachment under their name, which may be of any script. */
export function sendBytes(
  reply: FastifyReply,
  file: { name: string; size: number; contentType: string },
  bytes: Readable,
  shown = false,
): FastifyReply {
  const name = encodeURIComponent(file.name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return reply
    .header('content-type', file.contentType)
    .header('content-length', file.size)
    .header('content-disposition', `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
    )
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .send(bytes);
}

/** Sends the bytes as an attachment, or inside the page where the kind is harmless; never as anything a browser would run. */
export function sendFile(
  context: Context,
  reply: FastifyReply,
  file: FileRow,
  inline: boolean,
): FastifyReply {
  return sendBytes(reply, file, context.files.read(file.id), inline && isPreviewable(file.contentType));
}
