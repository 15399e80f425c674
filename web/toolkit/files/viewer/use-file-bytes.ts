import { useEffect, useState } from 'react';
import { readFile } from '../read-file.ts';

export type FileBytes =
  | { state: 'reading'; percent: number }
  | { state: 'read'; blob: Blob }
  | { state: 'failed'; failure: unknown; retry: () => void };

/** Loads the bytes of the shown file; another file, or closing, aborts the loading. */
export function useFileBytes(id: string): FileBytes {
  const [bytes, setBytes] = useState<FileBytes>({ state: 'reading', percent: 0 });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    const breaking = new AbortController();
    const { signal } = breaking;
    setBytes({ state: 'reading', percent: 0 });
    const onProgress = (percent: number) => setBytes({ state: 'reading', percent });
    readFile(id, { signal, onProgress }).then(
      (blob) => {
        if (!signal.aborted) setBytes({ state: 'read', blob });
      },
      (failure: unknown) => {
        if (signal.aborted) return;
        setBytes({ state: 'failed', failure, retry: () => setRound((before) => before + 1) });
      },
    );
    return () => breaking.abort();
  }, [id, round]);
  return bytes;
}
