import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Lower than the portal's own, so that those who only look something up go first. */
const niceness = 5;

/**
 * Makes the running program a child of a pool (`createChildPool`): one message in, one answer out. The answer must not
 * throw; an error that is thrown all the same ends the child.
 */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  yieldToOthers();
  endWithParent();
  process.on('message', async (question: Question) => {
    process.send?.(await answer(question));
  });
  process.send?.('ready');
}

function yieldToOthers(): void {
  try {
    setPriority(niceness);
    // If the machine runs out of memory, the kernel ends this process and not the portal.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A system that has none of it, or a service that may not.
  }
}

const watchParent = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);
`;

/** The channel closes when the portal dies; while a question holds the loop nothing is heard of that, and a thread of its own looks. */
function endWithParent(): void {
  process.on('disconnect', () => process.exit());
  new Worker(watchParent, { eval: true, env: {}, workerData: process.ppid }).unref();
}
