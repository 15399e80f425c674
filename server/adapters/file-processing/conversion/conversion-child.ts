import { answerQuestions } from '#server/kernel/processes/answer-questions.ts';
import type { ProcessingReply } from './conversion-pool.ts';
import { ProcessingError, type ProcessingJob, type ProcessingResult } from './work.ts';

/**
 * Functions for each kind of work, loaded when first needed: a child for spreadsheets needs no image library.
 */
const makers = {
  merge: async () => (await import('./merge-into-pdf.ts')).mergeIntoPdf,
  preview: async () => (await import('./read-preview.ts')).readPreview,
  thumbnail: async () => (await import('./make-thumbnail.ts')).makeThumbnail,
  convert: async () => (await import('./convert-picture.ts')).convertPicture,
  stamp: async () => (await import('./stamp-file.ts')).stampFile,
  readSheet: async () => (await import('./read-import-sheet.ts')).readImportSheet,
  readPackage: async () => (await import('./read-package.ts')).readPackage,
  writeSheet: async () => (await import('./write-import-sheet.ts')).writeImportSheet,
};

async function work(order: ProcessingJob): Promise<ProcessingResult> {
  const make = (await makers[order.work]()) as (given: ProcessingJob) => Promise<ProcessingResult>;
  return await make(order);
}

// The libraries are loaded before the child reports that it is ready.
for (const kind of process.argv.slice(2)) await makers[kind as ProcessingJob['work']]();

/** Program of the child process that converts stored files: one order in, one answer out. */
answerQuestions(async (order: ProcessingJob): Promise<ProcessingReply> => {
  try {
    return { made: await work(order) };
  } catch (error) {
    return error instanceof ProcessingError ? { fault: error.fault } : { failure: String(error) };
  }
});
