import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { isPreviewable } from '#server/adapters/files/content-type.ts';
import type { Context } from '#server/framework/context.ts';
import type { FileRow } from './queries.ts';
import type { FileContent } from './watermarked-copies.ts';

/** The reply for the bytes, and the log for interrupted transfers. */
export interface SendContext {
  reply: FastifyReply;
  requestId: string;
  context: Pick<Context, 'log'>;
}

/**
 * Sends bytes as an attachment with a name in any script; if the size is unknown, no length is announced.
 * Closes the connection at once if the size turns out to be wrong, because the client would wait for the
 * missing bytes.
 */
export function sendBytes(
  { reply, requestId, context }: SendContext,
  file: { name: string; size?: number; contentType: string },
  bytes: Readable,
  isInline = false,
): FastifyReply {
  const name = encodeURIComponent(file.name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  if (file.size !== undefined) reply.header('content-length', file.size);
  const counted = withExactSize(bytes, file.size);
  counted.on('error', (error) => {
    // An error before the first byte is answered and logged like any other error of a call.
    if (reply.raw.headersSent) context.log.error({ error, requestId }, 'A transfer was interrupted');
  });
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
    )
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .send(counted);
}

/**
 * Returns the same bytes as a stream, which fails unless it has exactly this size. A closed connection of the
 * reader is not an error.
 */
export function withExactSize(bytes: Readable, size: number | undefined): Readable {
  let remaining = size ?? 0;
  const sizeError = () =>
    size === undefined || remaining === 0
      ? null
      : new Error(`The size of a file is ${size - remaining} bytes or more instead of ${size}`);
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      remaining -= chunk.length;
      done(remaining < 0 ? sizeError() : null, chunk);
    },
    flush: (done) => done(sizeError()),
  });
  // The stream itself passes the error to the reader.
  return pipeline(bytes, counted, () => undefined);
}

/** A part of a file, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Sends the bytes as an attachment, or for display in the page if the type is harmless; never as anything
 * that a browser would run. Sends a requested range alone, so that a viewer need not wait for the whole of a
 * large file.
 */
export function sendFile(
  context: SendContext,
  file: FileRow,
  content: FileContent,
  { inline, range }: { inline: boolean; range?: ByteRange | undefined },
): FastifyReply {
  const { reply } = context;
  const isInline = inline && isPreviewable(file.contentType);
  reply.header('accept-ranges', 'bytes');
  const { size } = content;
  if (!range) return sendBytes(context, { ...file, size }, content.read(), isInline);
  const { start, end } = range;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return sendBytes(context, { ...file, size: end - start + 1 }, content.read(range), isInline);
}

/**
 * Returns the requested range; undefined for none, several or an invalid one: then the whole file is sent.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || size === 0) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '')
    return last === '' || Number(last) === 0
      ? undefined
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : undefined;
}
