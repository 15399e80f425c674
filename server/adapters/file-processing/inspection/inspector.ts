import { open } from 'node:fs/promises';
import { headBytes, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { type ChildPoolOptions, createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { Inspection } from './inspection.ts';

/** Inspects uploaded files without blocking the event loop. */
export interface Inspector {
  inspect(path: string, requester: string): Promise<Inspection>;
  stop(): Promise<void>;
}

interface InspectorOptions extends ChildPoolOptions {
  /** The child's program; tests pass one that never answers. */
  program?: URL;
}

export type InspectorReply = { inspection: Inspection } | { failure: string };

/**
 * Creates an inspector with child processes. A file that exceeds the deadline or the memory limit, or ends
 * the child, is refused as too complex.
 */
export function createInspector(options: InspectorOptions = {}): Inspector {
  const program = options.program ?? new URL('./inspector-child.ts', import.meta.url);
  const pool = createChildPool<string, InspectorReply>(program, options);
  return {
    async inspect(path, requester) {
      const outcome = await pool.run(path, requester);
      if ('failure' in outcome) return { kind: sniffFileKind(await readHead(path)), danger: 'tooComplex' };
      const { answer } = outcome;
      if ('failure' in answer) throw new Error(`A file could not be inspected: ${answer.failure}`);
      return answer.inspection;
    },
    stop: pool.stop,
  };
}

/** Reads the first bytes of a file, which show its kind. */
async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
