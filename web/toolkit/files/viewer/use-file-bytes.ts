import { useEffect, useState } from 'react';
import { readFile } from '../read-file.ts';

export type FileBytes =
  | { state: 'reading'; percent: number }
  | { state: 'read'; blob: Blob }
  | { state: 'failed'; failure: unknown; retry: () => void };

/** The bytes of a file that is being looked at; another file, or an end of looking, breaks off what is under way. */
export function useFileBytes(id: string): FileBytes {
  const [bytes, setBytes] = useState<FileBytes>({ state: 'reading', percent: 0 });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
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
