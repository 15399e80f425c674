import { isPhoto } from './shrink-picture.ts';

let worker: Worker | undefined;
let nextId = 1;
const waiting = new Map<number, (small: Blob | undefined) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<{ id: number; small?: Blob }>) => {
    waiting.get(data.id)?.(data.small);
    waiting.delete(data.id);
  };
  // A browser without canvases in workers sends its photos unchanged.
  started.onerror = () => {
    for (const done of waiting.values()) done(undefined);
    waiting.clear();
  };
  return started;
}

/** Returns the smaller photo; undefined for other files, or if nothing would be saved. */
export function shrink(file: Blob): Promise<Blob | undefined> {
  if (!isPhoto(file) || typeof OffscreenCanvas === 'undefined') return Promise.resolve(undefined);
  worker ??= startWorker();
  const id = nextId++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage({ id, file });
  });
}
