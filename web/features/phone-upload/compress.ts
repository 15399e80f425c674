import { isPhoto } from './compress-photo.ts';

let worker: Worker | undefined;
let nextId = 1;
const pendingResolvers = new Map<number, (small: Blob | undefined) => void>();

function startWorker(): Worker {
  const newWorker = new Worker(new URL('./compress-worker.ts', import.meta.url), { type: 'module' });
  newWorker.onmessage = ({ data }: MessageEvent<{ id: number; small?: Blob }>) => {
    pendingResolvers.get(data.id)?.(data.small);
    pendingResolvers.delete(data.id);
  };
  // A browser without canvases in workers sends its photos unchanged.
  newWorker.onerror = () => {
    for (const resolve of pendingResolvers.values()) resolve(undefined);
    pendingResolvers.clear();
  };
  return newWorker;
}

/** Returns the smaller photo; undefined for other files, or if nothing would be saved. */
export function compressInWorker(file: Blob): Promise<Blob | undefined> {
  if (!isPhoto(file) || typeof OffscreenCanvas === 'undefined') return Promise.resolve(undefined);
  worker ??= startWorker();
  const id = nextId++;
  return new Promise((resolve) => {
    pendingResolvers.set(id, resolve);
    worker?.postMessage({ id, file });
  });
}
