import { ChunkCheck, chunkedUploads } from '#contract/chunked-uploads.ts';
import type { UploadedFile } from '#contract/files.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { clearMd5, fileMd5 } from './file-md5.ts';

/**
 * Uploads of large files in chunks (S2 §7, §9), which continue after a lost connection, a pause, a reload or
 * a restart of the server.
 */

const maxParallelChunks = 2;
/** Number of tries without a connection, with growing pauses. */
const maxTries = 10;
const maxWaitMs = 15_000;
/** Number of requests for a file that the server is still assembling. */
const maxPolls = 60;
const pollIntervalMs = 2_000;

interface UploadTask {
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
  if (state.rows[0]) return finishUpload(file, state.rows[0]);
  const { chunkSize } = state;
  const chunks = Math.ceil(file.size / chunkSize);
  const task = { file, md5, chunkSize, chunks, signal };
  const all = Array.from({ length: chunks }, (_, chunk) => chunk);
  // All chunks are there but no file: the process that assembled it ended. Any chunk starts the assembly
  // again.
  const missing = state.code === ChunkCheck.part ? state.missChunks : all;
  const storedFile = await sendChunks(task, missing.length > 0 ? missing : all.slice(-1), onProgress);
  return finishUpload(file, storedFile ?? (await waitForFile(task)));
}

/** Deletes the chunks of a file on the server. */
export async function cancelChunks(file: File): Promise<void> {
  const query = { md5: await fileMd5(file), fileName: file.name };
  await call(chunkedUploads.cancel, { query });
  clearMd5(file);
}

function finishUpload(file: File, storedFile: UploadedFile): UploadedFile {
  clearMd5(file);
  return storedFile;
}

function check(file: File, md5: string, signal: AbortSignal | undefined) {
  return withRetries(signal, () =>
    call(chunkedUploads.check, { body: { md5, fileName: file.name } }, { ...(signal && { signal }) }),
  );
}

async function sendChunks(
  task: UploadTask,
  missing: readonly number[],
  onProgress: (percent: number) => void,
): Promise<UploadedFile | undefined> {
  const { chunks, signal } = task;
  const queue = [...missing];
  const progressByChunk = new Map<number, number>();
  const report = (chunk: number, percent: number) => {
    progressByChunk.set(chunk, percent);
    const sum = [...progressByChunk.values()].reduce(
      (total, percentOfChunk) => total + percentOfChunk,
      (chunks - missing.length) * 100,
    );
    // The last percent is not shown until the server has assembled and checked the file.
    onProgress(Math.min(99, Math.floor(sum / chunks)));
  };
  let storedFile: UploadedFile | undefined;
  const work = async () => {
    for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
      const chunkIndex = chunk;
      const { rows } = await withRetries(signal, () =>
        sendChunk(task, chunkIndex, (percent) => report(chunkIndex, percent)),
      );
      report(chunkIndex, 100);
      storedFile ??= rows[0];
    }
  };
  const workers = Array.from({ length: Math.min(maxParallelChunks, missing.length) }, work);
  try {
    await Promise.all(workers);
  } catch (failure) {
    // A refusal of one chunk refuses the file.
    queue.length = 0;
    await Promise.allSettled(workers);
    if (isCallError(failure) && failure.message === uploadMessage.transport) clearMd5(task.file);
    throw failure;
  }
  return storedFile;
}

function sendChunk(
  { file, md5, chunkSize, chunks, signal }: UploadTask,
  chunk: number,
  onProgress: (percent: number) => void,
) {
  const content = file.slice(chunk * chunkSize, (chunk + 1) * chunkSize);
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
  const files = [{ field: 'file', file: content, name: file.name }];
  return call(chunkedUploads.send, { body }, { files, onProgress, ...(signal && { signal }) });
}

/** Polls for the file, which comes later if two last chunks arrived at once or the server was restarted. */
async function waitForFile({ file, md5, chunks, signal, chunkSize }: UploadTask): Promise<UploadedFile> {
  for (let attempt = 0; attempt < maxPolls; attempt += 1) {
    await pause(pollIntervalMs, signal);
    const state = await check(file, md5, signal);
    if (state.rows[0]) return state.rows[0];
    if (state.code !== ChunkCheck.part || state.missChunks.length > 0) break;
    const response = await withRetries(signal, () =>
      sendChunk({ file, md5, chunks, chunkSize, signal }, chunks - 1, () => undefined),
    );
    if (response.rows[0]) return response.rows[0];
  }
  throw new Error(uploadMessage.transport);
}

/** Tries again after a temporary failure; throws a refusal by the server at once. */
async function withRetries<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (attempt >= maxTries || !isCallError(failure) || !isTemporary(failure.errcode)) throw failure;
      await pause(Math.min(maxWaitMs, 500 * 2 ** attempt), signal);
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
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const abort = () => {
      end();
      reject(signal?.reason);
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
  });
}
