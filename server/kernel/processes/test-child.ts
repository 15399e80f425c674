import { inheritedEnvironment } from '#server/kernel/config/environment.ts';
import { answerQuestions } from './answer-questions.ts';

/**
 * Child process for tests: `echo` and `wait` answer with the word after them, the other commands misbehave.
 */
let questions = 0;
const kept: unknown[] = [];

answerQuestions(async (question: string): Promise<unknown> => {
  questions += 1;
  const [what, parameter = ''] = question.split(' ');
  if (what === 'loop') for (;;);
  if (what === 'die') process.kill(process.pid, 'SIGKILL');
  if (what === 'throw') throw new Error('thrown');
  if (what === 'heap') for (;;) kept.push(new Array(100_000).fill(parameter));
  if (what === 'memory') for (let index = 0; ; index += 1) await grow(index);
  if (what === 'keep') kept.push(Buffer.alloc(Number(parameter), 1));
  if (what === 'silent') return await new Promise(() => {});
  if (what === 'wait') await new Promise((resolve) => setTimeout(resolve, 50));
  if (what === 'environment') return Object.keys(inheritedEnvironment({})).sort().join();
  if (what === 'pid') return `${process.pid}`;
  if (what === 'asked') return `${questions}`;
  return parameter;
});

/** Allocates memory that JavaScript's own limit does not count. */
async function grow(byte: number): Promise<void> {
  kept.push(Buffer.alloc(10_000_000, byte));
  await new Promise((resolve) => setTimeout(resolve, 5));
}
