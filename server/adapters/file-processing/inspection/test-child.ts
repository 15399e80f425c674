import { handleChildJobs } from '#server/kernel/processes/handle-child-jobs.ts';
import type { InspectorReply } from './inspector.ts';

/**
 * Child process for tests, which behaves as the file name says, and reports every other file as a picture.
 */
const allocated: unknown[] = [];

handleChildJobs(async (path: string): Promise<InspectorReply> => {
  if (path.endsWith('loop.png')) for (;;);
  if (path.endsWith('heap.png')) for (;;) allocated.push(new Array(100_000).fill(path));
  if (path.endsWith('die.png')) process.kill(process.pid, 'SIGKILL');
  return { inspection: { kind: 'png', danger: undefined } };
});
