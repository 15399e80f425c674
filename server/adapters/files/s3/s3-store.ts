import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '#server/kernel/config/outside-systems.ts';
import { MissingBytes } from '#server/kernel/errors/missing-bytes.ts';
import { installationMarkName } from '#server/kernel/folders/installation-mark.ts';
import { checkId, createArrivals, isId, pathSegmentsOf } from '../arrivals.ts';
import type { FileStore, IncomingFile } from '../file-store.ts';
import { missingChecksumMessage, putObject, putPart } from './put-object.ts';
import { codeOf, createS3Client, refusalError, type S3Client } from './s3-client.ts';

const doubtPrefix = 'incoming/';
const doubtEnding = '.doubt';

/** Number of times that an interrupted read is resumed. */
const maxResumes = 4;

/**
 * Creates a store in a bucket, with the same names as on a disk, so that one can be copied into the other.
 * Files arrive on the local disk, are scanned and inspected there, and are put into the bucket afterwards.
 */
export function createS3Store(
  config: S3Config,
  arrivalsFolder: string,
  client: S3Client = createS3Client(config),
): FileStore {
  const arrivals = createArrivals(arrivalsFolder);
  const keyOf = (id: string) => pathSegmentsOf(id).join('/');
  const doubtMarkerKey = (id: string) => `${doubtPrefix}${checkId(id)}${doubtEnding}`;

  const putMarker = (key: string) => putPart(client, key, Buffer.alloc(0));

  /** Deletes an object; a missing object is no error, a missing bucket is. */
  async function deleteObject(key: string): Promise<void> {
    const request = { method: 'DELETE', key } as const;
    const answer = await client.ask(request);
    const isGone = answer.status === 404 && codeOf(answer) === 'NoSuchKey';
    if (!answer.isOk && !isGone) throw refusalError(client, request, answer);
  }

  const receive = (id: string, bytes: Readable | Uint8Array): Promise<IncomingFile> =>
    arrivals.receive(id, bytes, async (arrived) => {
      await putMarker(doubtMarkerKey(id));
      await putObject(client, keyOf(id), arrived);
    });

  const read: FileStore['read'] = (id, range) =>
    Readable.from(readObject(client, keyOf(id), range), { objectMode: false });

  return {
    receive,
    async put(id, bytes) {
      const file = await receive(id, bytes);
      try {
        await file.keep();
      } finally {
        await file.discard();
      }
      return { size: file.size, sha256: file.sha256 };
    },
    read,
    async size(id) {
      const request = { method: 'HEAD', key: keyOf(id) } as const;
      const answer = await client.ask(request);
      if (answer.status === 404) return undefined;
      if (!answer.isOk) throw refusalError(client, request, answer);
      const { etag, 'content-length': length } = answer.headers;
      if (!etag || length === undefined) throw client.failureOf(request, new Error(missingChecksumMessage));
      return Number(length);
    },
    async openLocalCopy(id) {
      const path = `${await arrivals.temporaryPath(id)}.${process.hrtime.bigint()}.part`;
      const release = () => rm(path, { force: true });
      try {
        await pipeline(read(id), createWriteStream(path, { mode: 0o600 }));
      } catch (error) {
        await release();
        throw error;
      }
      return { path, release };
    },
    temporaryPath: arrivals.temporaryPath,
    confirm: (id) => deleteObject(doubtMarkerKey(id)),
    async markDoubtful(id) {
      await putMarker(doubtMarkerKey(id));
    },
    async remove(id) {
      await deleteObject(keyOf(id));
      await deleteObject(doubtMarkerKey(id));
    },
    async listDoubtful(before) {
      const ids: string[] = [];
      for await (const { key, modifiedAt } of listObjects(client, doubtPrefix)) {
        const id = key.slice(doubtPrefix.length, -doubtEnding.length);
        if (key.endsWith(doubtEnding) && modifiedAt < before && isId(id)) ids.push(id);
      }
      return ids;
    },
    removeLeftovers: arrivals.removeLeftovers,
    readInstallationMark: () => readInstallationMark(client),
    async writeInstallationMark(mark) {
      await putPart(client, installationMarkName, Buffer.from(`${mark}\n`));
      return await readInstallationMark(client);
    },
  };
}

async function readInstallationMark(client: S3Client): Promise<string | undefined> {
  const request = { method: 'GET', key: installationMarkName } as const;
  const answer = await client.ask(request);
  if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return undefined;
  if (!answer.isOk) throw refusalError(client, request, answer);
  return answer.text.trim();
}

/**
 * Reads an object in chunks; after a broken connection it continues at the same position of the same object.
 */
async function* readObject(
  client: S3Client,
  key: string,
  range: { start: number; end: number } | undefined,
): AsyncGenerator<Uint8Array> {
  let at = range?.start ?? 0;
  let end = range?.end;
  let etag: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const isPart = at > 0 || end !== undefined;
    const headers = {
      ...(isPart && { range: `bytes=${at}-${end ?? ''}` }),
      ...(etag !== undefined && { 'if-match': etag }),
    };
    const request = { method: 'GET', key, headers } as const;
    const answer = await client.read(request);
    if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') throw new MissingBytes(key);
    if (answer.status === 416) throw new Error(`${key} is shorter than requested: no byte ${at}`);
    if (!answer.isOk) throw refusalError(client, request, answer);
    const { etag: currentEtag, 'content-length': length } = answer.headers;
    if (!currentEtag || (isPart && answer.status !== 206)) {
      answer.cancel();
      throw client.failureOf(
        request,
        new Error(currentEtag ? 'The answer to a range request is the whole object' : missingChecksumMessage),
      );
    }
    etag ??= currentEtag;
    const total = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1];
    if (total !== undefined && end !== undefined && Number(total) <= end) {
      answer.cancel();
      throw new Error(`${key} is shorter than requested: ${total} bytes`);
    }
    if (end === undefined && length !== undefined) end = at + Number(length) - 1;
    try {
      for await (const chunk of answer.chunks) {
        at += chunk.length;
        yield chunk;
      }
      // An answer without a length ends when the connection ends.
      if (end === undefined) return;
    } catch (error) {
      if (attempt >= maxResumes) throw client.failureOf(request, error);
    }
    if (end !== undefined && at > end) return;
    if (attempt >= maxResumes)
      throw client.failureOf(request, new Error('The connection was interrupted too many times'));
  }
}

async function* listObjects(
  client: S3Client,
  prefix: string,
): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  let after: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(after !== undefined && { 'continuation-token': after }) };
    const request = { method: 'GET', key: '', query } as const;
    const answer = await client.ask(request);
    if (!answer.isOk) throw refusalError(client, request, answer);
    const { text } = answer;
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '';
      const modifiedAt = new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? '');
      if (!Number.isNaN(modifiedAt.getTime())) yield { key, modifiedAt };
    }
    after = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
  } while (after !== undefined);
}
