import { useEffect, useState } from 'react';
import { readFile } from '../read-file.ts';

export type FileBytes =
  | { state: 'reading'; percent: number }
  | { state: 'read'; blob: Blob }
  | { state: 'failed'; failure: unknown; retry: () => void };

/** Loads the bytes of the shown file; another file, or closing, aborts the loading. */
export function useFileBytes(id: string): FileBytes {
  const [bytes, setBytes] = useState<FileBytes>({ state: 'reading', percent: 0 });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    setBytes({ state: 'reading', percent: 0 });
    const onProgress = (percent: number) => setBytes({ state: 'reading', percent });
    readFile(id, { signal, onProgress }).then(
      (blob) => {
        if (!signal.aborted) setBytes({ state: 'read', blob });
      },
      (failure: unknown) => {
        if (signal.aborted) return;
        setBytes({ state: 'failed', failure, retry: () => setAttempt((before) => before + 1) });
      },
    );
    return () => abortController.abort();
  }, [id, attempt]);
  return bytes;
}
