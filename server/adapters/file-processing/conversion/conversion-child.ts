import { handleChildJobs } from '#server/kernel/processes/handle-child-jobs.ts';
import type { ProcessingReply } from './conversion-pool.ts';
import { ProcessingError, type ProcessingJob, type ProcessingResult } from './processing-job.ts';

/**
 * Functions for each kind of work, loaded when first needed: a child for spreadsheets needs no image library.
 */
const workers = {
  merge: async () => (await import('./merge-into-pdf.ts')).mergeIntoPdf,
  preview: async () => (await import('./read-preview.ts')).readPreview,
  thumbnail: async () => (await import('./make-thumbnail.ts')).makeThumbnail,
  convert: async () => (await import('./convert-picture.ts')).convertPicture,
  watermark: async () => (await import('./watermark-file.ts')).watermarkFile,
  readSheet: async () => (await import('./read-import-sheet.ts')).readImportSheet,
  readBundle: async () => (await import('./read-bundle.ts')).readBundle,
  writeSheet: async () => (await import('./write-import-sheet.ts')).writeImportSheet,
};

async function work(job: ProcessingJob): Promise<ProcessingResult> {
  const make = (await workers[job.work]()) as (job: ProcessingJob) => Promise<ProcessingResult>;
  return await make(job);
}

// The libraries are loaded before the child reports that it is ready.
for (const kind of process.argv.slice(2)) await workers[kind as ProcessingJob['work']]();

/** Program of the child process that converts stored files: one job in, one answer out. */
handleChildJobs(async (job: ProcessingJob): Promise<ProcessingReply> => {
  try {
    return { result: await work(job) };
  } catch (error) {
    return error instanceof ProcessingError ? { problem: error.problem } : { failure: String(error) };
  }
});
