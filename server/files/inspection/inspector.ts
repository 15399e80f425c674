import { open } from 'node:fs/promises';
import { headBytes, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { createThreads, type ThreadOptions } from '#server/context/threads.ts';
import type { Inspection } from './inspection.ts';

/** Looks into uploaded files without holding the event loop. */
export interface Inspector {
  inspect(path: string): Promise<Inspection>;
  stop(): Promise<void>;
}

interface InspectorOptions extends ThreadOptions {
  /** The thread's program; tests bring one that never answers. */
  program?: URL;
}

type Answer = { inspection: Inspection } | { failure: string };

/**
 * Inspection runs in threads of its own. A file that takes longer than its deadline, or more memory, is refused as too
 * complex.
 */
export function createInspector(options: InspectorOptions = {}): Inspector {
  const program = options.program ?? new URL('./inspector-worker.ts', import.meta.url);
  const threads = createThreads<string, Answer>(program, options);
  return {
    async inspect(path) {
      const answer = await threads.ask(path);
      if (answer === undefined) {
        return { kind: sniffFileKind(await readHead(path)), danger: 'tooComplex' };
      }
      if ('failure' in answer) throw new Error(`A file could not be inspected: ${answer.failure}`);
      return answer.inspection;
    },
    stop: threads.stop,
  };
}

/** The first bytes of a file: what its kind is told from. */
async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
