import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { refusalError, type S3Client } from './s3-client.ts';

/** Bytes sent in one request; larger files are sent in parts of this size, so that no more is in memory. */
const partBytes = 8 * 1_048_576;

/** Puts a local file: it is stored completely and verified by the store's own checksums, or not at all. */
export async function putObject(
  client: S3Client,
  key: string,
  { path, size }: { path: string; size: number },
): Promise<void> {
  const handle = await open(path, 'r');
  const readPart = async (at: number): Promise<Buffer> => {
    const part = Buffer.alloc(Math.min(partBytes, size - at));
    const { bytesRead } = await handle.read(part, 0, part.length, at);
    if (bytesRead !== part.length) throw new Error(`${path} became shorter while it was stored`);
    return part;
  };
  try {
    if (size <= partBytes) await putPart(client, key, await readPart(0));
    else await putParts(client, key, size, readPart);
  } finally {
    await handle.close();
  }
}

/**
 * Puts bytes that fit into one request, and returns the store's checksum after comparing it. An answer
 * without one is no store's: a proxy may answer 200 with a page of its own, and nothing was stored.
 */
export async function putPart(
  client: S3Client,
  key: string,
  body: Buffer,
  query: Record<string, string> = {},
): Promise<string> {
  const request = { method: 'PUT', key, query, body } as const;
  const answer = await client.ask(request);
  if (!answer.isOk) throw refusalError(client, request, answer);
  const { etag, 'x-amz-server-side-encryption': encryption } = answer.headers;
  if (!etag) throw client.failureOf(request, new Error(missingChecksumMessage));
  const checksum = etag.replaceAll('"', '');
  // A store that encrypts with its own keys returns another checksum; the signed checksum of the body was
  // verified all the same.
  const isPlain = /^[0-9a-f]{32}$/.test(checksum) && encryption === undefined;
  if (isPlain && checksum !== createHash('md5').update(body).digest('hex')) {
    await deleteLeftover(client, key);
    throw client.failureOf(request, new Error('What the store has is not what was sent'));
  }
  return etag;
}

/** Error for a successful answer that does not come from a file store. */
export const missingChecksumMessage = 'The answer has no ETag: it is not that of a file store';

/** Time without an answer while the store assembles an object of several parts. */
const completeSilentMs = 20_000;

/**
 * Deletes an object or an unfinished upload. A failure is left to the store, which removes unfinished uploads
 * by its own rule.
 */
async function deleteLeftover(
  client: S3Client,
  key: string,
  query: Record<string, string> = {},
): Promise<void> {
  await client.ask({ method: 'DELETE', key, query, isCleanup: true }).catch(() => undefined);
}

async function putParts(
  client: S3Client,
  key: string,
  size: number,
  readPart: (at: number) => Promise<Buffer>,
): Promise<void> {
  const begin = { method: 'POST', key, query: { uploads: '' } } as const;
  const beginResponse = await client.ask(begin);
  if (!beginResponse.isOk) throw refusalError(client, begin, beginResponse);
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(beginResponse.text)?.[1];
  if (uploadId === undefined)
    throw client.failureOf(begin, new Error('The file store returned no upload ID'));
  try {
    const parts: string[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const number = parts.length + 1;
      const etag = await putPart(client, key, await readPart(at), { partNumber: String(number), uploadId });
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
    }
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const end = { method: 'POST', key, query: { uploadId }, body, silentMs: completeSilentMs } as const;
    const endResponse = await client.ask(end);
    // A store may answer 200 before it is done, with an error in the body.
    if (!endResponse.isOk || endResponse.text.includes('<Error>'))
      throw refusalError(client, end, endResponse);
    if (!endResponse.text.includes('<ETag>')) throw client.failureOf(end, new Error(missingChecksumMessage));
  } catch (error) {
    await deleteLeftover(client, key, { uploadId });
    throw error;
  }
}
