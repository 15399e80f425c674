import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Lower priority than the portal's own, so that requests are answered first. */
const niceness = 5;

/**
 * Makes the running program a child of a pool (`createChildPool`): one message in, one answer out. The answer
 * function must not throw; an error ends the child.
 */
export function handleChildJobs<Job, Answer>(answer: (job: Job) => Promise<Answer>): void {
  lowerPriority();
  endWithParent();
  process.on('message', async (job: Job) => {
    process.send?.(await answer(job));
  });
  process.send?.('ready');
}

function lowerPriority(): void {
  try {
    setPriority(niceness);
    // If the machine runs out of memory, the kernel ends this process instead of the portal.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not available on this system, or not permitted for this service.
  }
}

const watchParent = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);
`;

/**
 * Ends the child when the portal ends and the channel closes; a separate thread also checks, because a job may
 * block the event loop.
 */
function endWithParent(): void {
  process.on('disconnect', () => process.exit());
  new Worker(watchParent, { eval: true, env: {}, workerData: process.ppid }).unref();
}
