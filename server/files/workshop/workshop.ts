import { createThreads, type ThreadOptions } from '#server/context/threads.ts';
import type { Made, WorkFault, WorkOrder, WorkResult } from './work.ts';

/** Makes things of stored files: merged papers, small pictures, what a screen shows of a sheet. */
export interface Workshop {
  /** Undefined: it took too long or too much memory. A fault names the input that could not be read. */
  make<O extends WorkOrder>(order: O): Promise<Made<O> | WorkFault | undefined>;
  stop(): Promise<void>;
}

type Answer = { made: WorkResult } | { fault: WorkFault } | { failure: string };

/**
 * Contents of strangers are parsed here too, so it is done in a thread that is not the inspector's: a merge of minutes keeps
 * no upload waiting. Nobody who looks at something waits for a paper either: each has a thread. What does not come to an end in time is ended.
 */
export function createWorkshop(options: ThreadOptions & { program?: URL } = {}): Workshop {
  const program = options.program ?? new URL('./workshop-worker.ts', import.meta.url);
  const forPapers = createThreads<WorkOrder, Answer>(program, {
    threads: 1,
    deadlineMs: 30_000,
    maxHeapMb: 512,
    ...options,
  });
  const forStamps = createThreads<WorkOrder, Answer>(program, {
    threads: 1,
    deadlineMs: 30_000,
    maxHeapMb: 512,
    ...options,
  });
  const forLooks = createThreads<WorkOrder, Answer>(program, {
    threads: 1,
    deadlineMs: 10_000,
    maxHeapMb: 384,
    ...options,
  });
  // What a large package came to is given back as soon as it is read.
  const forPackages = createThreads<WorkOrder, Answer>(program, {
    threads: 1,
    deadlineMs: 20_000,
    maxHeapMb: 384,
    endIdleMs: 1_000,
    ...options,
  });
  const threadsFor = ({ work }: WorkOrder) => {
    if (work === 'merge') return forPapers;
    if (work === 'readPackage') return forPackages;
    return work === 'stamp' ? forStamps : forLooks;
  };
  return {
    async make<O extends WorkOrder>(order: O) {
      const answer = await threadsFor(order).ask(order);
      if (answer === undefined) return undefined;
      if ('failure' in answer) throw new Error(`A file could not be made: ${answer.failure}`);
      return 'fault' in answer ? answer.fault : (answer.made as Made<O>);
    },
    async stop() {
      await Promise.all([forPapers.stop(), forStamps.stop(), forLooks.stop(), forPackages.stop()]);
    },
  };
}
