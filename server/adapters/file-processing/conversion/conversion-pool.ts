import { type ChildPoolOptions, createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { ProcessingJob, ProcessingProblem, ProcessingResult, ResultOfJob } from './processing-job.ts';

/**
 * Worker pool for files: merges and watermarks documents, makes thumbnails and previews, converts pictures, reads
 * and writes spreadsheets, and reads bundles.
 */
export interface ConversionPool {
  /**
   * Undefined if the work took too long or too much memory. A problem contains the input that could not be
   * read.
   */
  make<O extends ProcessingJob>(
    job: O,
    requester: string,
  ): Promise<ResultOfJob<O> | ProcessingProblem | undefined>;
  stop(): Promise<void>;
}

export type ProcessingReply =
  | { result: ProcessingResult }
  | { problem: ProcessingProblem }
  | { failure: string };

/**
 * Creates the worker pool. It parses untrusted contents, so the work is done in child processes. These are
 * not those of the inspector, so that a long merge delays no upload; and each kind of work has children of
 * its own, so that a preview does not wait for a merge either.
 */
export function createConversionPool(options: ChildPoolOptions & { program?: URL } = {}): ConversionPool {
  const program = options.program ?? new URL('./conversion-child.ts', import.meta.url);
  const poolOf = (poolOptions: ChildPoolOptions) =>
    createChildPool<ProcessingJob, ProcessingReply>(program, { ...poolOptions, ...options });
  const forDocuments = poolOf({
    deadlineMs: 30_000,
    maxHeapMb: 512,
    queueLimitPerPerson: 4,
    args: ['merge'],
  });
  const forWatermarks = poolOf({ deadlineMs: 30_000, maxHeapMb: 512, args: ['watermark'] });
  // Decoding needs much memory for a short time; the idle process ends soon to free it.
  const forPictures = poolOf({ deadlineMs: 30_000, idleTimeoutMs: 10_000, args: ['convert'] });
  const forPreviews = poolOf({
    deadlineMs: 10_000,
    maxHeapMb: 384,
    keepsSpare: true,
    args: ['preview', 'thumbnail'],
  });
  // The process ends after a second, to free the memory of a large bundle.
  const forBundles = poolOf({
    deadlineMs: 20_000,
    maxHeapMb: 384,
    idleTimeoutMs: 1_000,
    queueLimitPerPerson: 4,
    args: ['readBundle'],
  });
  const pools = {
    merge: forDocuments,
    watermark: forWatermarks,
    convert: forPictures,
    preview: forPreviews,
    thumbnail: forPreviews,
    readSheet: forPreviews,
    writeSheet: forPreviews,
    readBundle: forBundles,
  };
  return {
    async make<O extends ProcessingJob>(job: O, requester: string) {
      const outcome = await pools[job.work].run(job, requester);
      if ('failure' in outcome) return undefined;
      const { answer } = outcome;
      if ('failure' in answer) throw new Error(`A file could not be created: ${answer.failure}`);
      return 'problem' in answer ? answer.problem : (answer.result as ResultOfJob<O>);
    },
    async stop() {
      await Promise.all(
        [forDocuments, forWatermarks, forPictures, forPreviews, forBundles].map((pool) => pool.stop()),
      );
    },
  };
}
