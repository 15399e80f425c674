import { writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';

/** Returns the storage key of a file, made of the properties that a browser has without reading it (0157). */
const keyOf = ({ name, size, lastModified }: File) => `${sessionPrefix}md5.${size}.${lastModified}.${name}`;

/** Thrown if a file can no longer be read. */
class UnreadableFile extends Error {
  constructor() {
    super('文件无法读取，可能已被移动或修改，请重新选择');
  }
}

/**
 * Returns the MD5 of a file; cached for a file that was read before in this tab, so that an upload continues
 * at once after a reload.
 */
export async function fileMd5(file: File, signal?: AbortSignal): Promise<string> {
  const cached = sessionStorage.getItem(keyOf(file));
  if (cached !== null) return cached;
  const md5 = await readMd5(file, signal);
  writeStored(keyOf(file), md5, 'sessionStorage');
  return md5;
}

/** Removes the cached MD5 of a file that has arrived, or whose content does not match it. */
export function clearMd5(file: File): void {
  sessionStorage.removeItem(keyOf(file));
}

function readMd5(file: File, signal: AbortSignal | undefined): Promise<string> {
  const worker = new Worker(new URL('./md5-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ md5?: string }>) =>
      data.md5 === undefined ? reject(new UnreadableFile()) : resolve(data.md5);
    worker.onerror = () => reject(new UnreadableFile());
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
