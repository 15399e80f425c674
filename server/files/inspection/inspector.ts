import { Worker } from 'node:worker_threads';
import { sniffFileKind } from '#domain/uploads/file-kind.ts';
import { readHead } from '../read-head.ts';
import type { Inspection } from './inspection.ts';

/** Looks into uploaded files without holding the event loop. */
export interface Inspector {
  inspect(path: string): Promise<Inspection>;
  stop(): Promise<void>;
}

interface InspectorOptions {
  /** How many files are looked into at once. */
  threads?: number;
  /** A file that takes longer is refused as too complex, and its thread is ended. */
  deadlineMs?: number;
  maxHeapMb?: number;
  /** The thread's program; tests bring one that never answers. */
  program?: URL;
}

interface Thread {
  worker: Worker;
  finish: ((answer: Answer) => void) | undefined;
}

type Answer = { inspection: Inspection } | { failure: string } | { ended: true };

/**
 * Inspection runs in threads of its own, each with one file at a time, a deadline and a bound on memory. Whatever a
 * stranger's file does to its parser, the portal answers everybody else meanwhile.
 */
export function createInspector(options: InspectorOptions = {}): Inspector {
  const { threads = 2, deadlineMs = 15_000, maxHeapMb = 192 } = options;
  const program = options.program ?? new URL('./inspector-worker.ts', import.meta.url);
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const waiting: ((thread: Thread) => void)[] = [];

  function startThread(): Thread {
    const worker = new Worker(program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const thread: Thread = { worker, finish: undefined };
    all.add(thread);
    worker.unref();
    worker.on('message', (answer: Answer) => thread.finish?.(answer));
    worker.on('error', () => thread.finish?.({ ended: true }));
    worker.on('exit', () => {
      all.delete(thread);
      thread.finish?.({ ended: true });
    });
    return thread;
  }

  function takeThread(): Promise<Thread> {
    const thread = idle.pop() ?? (all.size < threads ? startThread() : undefined);
    return thread ? Promise.resolve(thread) : new Promise((resolve) => waiting.push(resolve));
  }

  /** Gives the thread, or a new one where it has ended, to whoever waits. */
  async function giveBack(thread: Thread, hasEnded: boolean): Promise<void> {
    thread.finish = undefined;
    if (hasEnded) {
      all.delete(thread);
      await thread.worker.terminate();
    } else thread.worker.unref();
    const next = waiting.shift();
    if (next) next(hasEnded ? startThread() : thread);
    else if (!hasEnded) idle.push(thread);
  }

  async function ask(thread: Thread, path: string): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve) => {
        thread.finish = resolve;
        // While it works it keeps the process alive, so that an answer is never cut off.
        thread.worker.ref();
        timer = setTimeout(() => resolve({ ended: true }), deadlineMs);
        thread.worker.postMessage(path);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async inspect(path) {
      const thread = await takeThread();
      const answer = await ask(thread, path);
      await giveBack(thread, 'ended' in answer);
      if ('inspection' in answer) return answer.inspection;
      if ('failure' in answer) throw new Error(`A file could not be inspected: ${answer.failure}`);
      return { kind: sniffFileKind(await readHead(path)), danger: 'tooComplex' };
    },
    async stop() {
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}
