import { inheritedEnvironment } from '#server/kernel/config/environment.ts';
import { handleChildJobs } from './handle-child-jobs.ts';

/**
 * Child process for tests: `echo` and `wait` answer with the text after them, the other commands misbehave.
 */
let jobCount = 0;
const allocated: unknown[] = [];

handleChildJobs(async (job: string): Promise<unknown> => {
  jobCount += 1;
  const [command, parameter = ''] = job.split(' ');
  if (command === 'loop') for (;;);
  if (command === 'die') process.kill(process.pid, 'SIGKILL');
  if (command === 'throw') throw new Error('thrown');
  if (command === 'heap') for (;;) allocated.push(new Array(100_000).fill(parameter));
  if (command === 'memory') for (let index = 0; ; index += 1) await grow(index);
  if (command === 'keep') allocated.push(Buffer.alloc(Number(parameter), 1));
  if (command === 'silent') return await new Promise(() => {});
  if (command === 'wait') await new Promise((resolve) => setTimeout(resolve, 50));
  if (command === 'environment') return Object.keys(inheritedEnvironment({})).sort().join();
  if (command === 'pid') return `${process.pid}`;
  if (command === 'count') return `${jobCount}`;
  return parameter;
});

/** Allocates memory that JavaScript's own limit does not count. */
async function grow(byte: number): Promise<void> {
  allocated.push(Buffer.alloc(10_000_000, byte));
  await new Promise((resolve) => setTimeout(resolve, 5));
}
