import { handleChildJobs } from '#server/kernel/processes/handle-child-jobs.ts';
import { inspectFile } from './inspect-file.ts';
import type { InspectorReply } from './inspector.ts';

/** Program of the child process that parses untrusted contents: one path in, one answer out. */
handleChildJobs(async (path: string): Promise<InspectorReply> => {
  try {
    return { inspection: await inspectFile(path) };
  } catch (error) {
    return { failure: String(error) };
  }
});
