import { ChunkCheck, chunkedUploads } from '#contract/chunked-uploads.ts';
import type { UploadedFile } from '#contract/files.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { fileMd5, forgetMd5 } from './file-md5.ts';

/**
 * Uploads of large files in chunks (S2 §7, §9), which continue after a lost connection, a pause, a reload or
 * a restart of the server.
 */

const maxParallelChunks = 2;
/** Number of tries without a connection, with growing pauses. */
const tries = 10;
const longestWaitMs = 15_000;
/** Number of requests for a file that the server is still assembling. */
const asks = 60;
const askEveryMs = 2_000;

interface Sending {
  file: File;
  md5: string;
  chunkSize: number;
  chunks: number;
  signal: AbortSignal | undefined;
}

/** Sends a file, or the missing part of it; rejects with the signal's reason if aborted. */
export async function uploadInChunks(
  file: File,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<UploadedFile> {
  const md5 = await fileMd5(file, signal);
  const state = await check(file, md5, signal);
  if (state.rows[0]) return arrived(file, state.rows[0]);
  const { chunkSize } = state;
  const chunks = Math.ceil(file.size / chunkSize);
  const sending = { file, md5, chunkSize, chunks, signal };
  const all = Array.from({ length: chunks }, (_, chunk) => chunk);
  // All chunks are there but no file: the process that assembled it ended. Any chunk starts the assembly
  // again.
  const missing = state.code === ChunkCheck.part ? state.missChunks : all;
  const stored = await sendChunks(sending, missing.length > 0 ? missing : all.slice(-1), onProgress);
  return arrived(file, stored ?? (await waitForFile(sending)));
}

/** Deletes the chunks of a file on the server. */
export async function cancelChunks(file: File): Promise<void> {
  const query = { md5: await fileMd5(file), fileName: file.name };
  await call(chunkedUploads.cancel, { query });
  forgetMd5(file);
}

function arrived(file: File, stored: UploadedFile): UploadedFile {
  forgetMd5(file);
  return stored;
}

function check(file: File, md5: string, signal: AbortSignal | undefined) {
  return withRetries(signal, () =>
    call(chunkedUploads.check, { body: { md5, fileName: file.name } }, { ...(signal && { signal }) }),
  );
}

async function sendChunks(
  sending: Sending,
  missing: readonly number[],
  onProgress: (percent: number) => void,
): Promise<UploadedFile | undefined> {
  const { chunks, signal } = sending;
  const waiting = [...missing];
  const gone = new Map<number, number>();
  const report = (chunk: number, percent: number) => {
    gone.set(chunk, percent);
    const sum = [...gone.values()].reduce((total, one) => total + one, (chunks - missing.length) * 100);
    // The last percent is kept until the server has assembled and checked the file.
    onProgress(Math.min(99, Math.floor(sum / chunks)));
  };
  let stored: UploadedFile | undefined;
  const work = async () => {
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      const at = chunk;
      const { rows } = await withRetries(signal, () =>
        sendChunk(sending, at, (percent) => report(at, percent)),
      );
      report(at, 100);
      stored ??= rows[0];
    }
  };
  const workers = Array.from({ length: Math.min(maxParallelChunks, missing.length) }, work);
  try {
    await Promise.all(workers);
  } catch (failure) {
    // A refusal of one chunk refuses the file.
    waiting.length = 0;
    await Promise.allSettled(workers);
    if (isCallError(failure) && failure.message === uploadMessage.transport) forgetMd5(sending.file);
    throw failure;
  }
  return stored;
}

function sendChunk(
  { file, md5, chunkSize, chunks, signal }: Sending,
  chunk: number,
  onProgress: (percent: number) => void,
) {
  const piece = file.slice(chunk * chunkSize, (chunk + 1) * chunkSize);
  const body = {
    md5,
    chunkSize,
    name: file.name,
    type: file.type,
    lastModifiedDate: new Date(file.lastModified).toString(),
    size: file.size,
    chunks,
    chunk,
  };
  const files = [{ field: 'file', file: piece, name: file.name }];
  return call(chunkedUploads.send, { body }, { files, onProgress, ...(signal && { signal }) });
}

/** Polls for the file, which comes later if two last chunks arrived at once or the server was restarted. */
async function waitForFile({ file, md5, chunks, signal, chunkSize }: Sending): Promise<UploadedFile> {
  for (let turn = 0; turn < asks; turn += 1) {
    await pause(askEveryMs, signal);
    const state = await check(file, md5, signal);
    if (state.rows[0]) return state.rows[0];
    if (state.code !== ChunkCheck.part || state.missChunks.length > 0) break;
    const sent = await withRetries(signal, () =>
      sendChunk({ file, md5, chunks, chunkSize, signal }, chunks - 1, () => undefined),
    );
    if (sent.rows[0]) return sent.rows[0];
  }
  throw new Error(uploadMessage.transport);
}

/** Tries again after a temporary failure; throws a refusal by the server at once. */
async function withRetries<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await work();
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (turn >= tries || !isCallError(failure) || !isTemporary(failure.errcode)) throw failure;
      await pause(Math.min(longestWaitMs, 500 * 2 ** turn), signal);
    }
  }
}

/** Checks for no answer, a time-out, or too many requests. */
const isTemporary = (errcode: number) => errcode < 0 || [408, 429, 503, 50302].includes(errcode);

/** Waits for some time or until there is a network again; the signal aborts it. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal?.removeEventListener('abort', breakOff);
      resolve();
    };
    const breakOff = () => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal?.addEventListener('abort', breakOff);
    if (signal?.aborted) breakOff();
  });
}
