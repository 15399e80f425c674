import { CallError, networkErrorText, noAnswer } from '#web/api/call-error.ts';
import { openEnvelope } from '#web/api/send.ts';
import { addressWithTicket } from './stored-file.ts';

/**
 * Returns the bytes of a stored file and reports progress (0 to 100; none if the server does not send the
 * size). Throws `CallError`.
 */
export async function readFile(
  id: string,
  options: { onProgress?: (percent: number) => void; signal?: AbortSignal } = {},
): Promise<Blob> {
  const { onProgress, signal } = options;
  const response = await fetchFile(id, signal);
  if (!response.ok) await openEnvelope(response);
  const totalBytes = Number(response.headers.get('content-length'));
  if (!response.body || !onProgress || !(totalBytes > 0)) return await response.blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loadedBytes = 0;
  for await (const part of chunksOf(response.body)) {
    parts.push(part);
    loadedBytes += part.length;
    onProgress(Math.round((loadedBytes / totalBytes) * 100));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** Yields the chunks of a stream; not every browser supports `for await` on it. */
async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/**
 * Loads a file without the time-out of a call: a large file over a slow connection takes long, and the user
 * sees the progress.
 */
async function fetchFile(id: string, signal: AbortSignal | undefined): Promise<Response> {
  const address = await addressWithTicket(id, 'stream');
  try {
    return await fetch(address, { ...(signal && { signal }) });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallError({ errcode: noAnswer, message: networkErrorText });
  }
}
