import { answerQuestions } from '#server/kernel/processes/answer-questions.ts';
import type { InspectorAnswer } from './inspector.ts';

/** A child of tests, which does what the name of a file says, and takes every other for a picture. */
const kept: unknown[] = [];

answerQuestions(async (path: string): Promise<InspectorAnswer> => {
  if (path.endsWith('loop.png')) for (;;);
  if (path.endsWith('heap.png')) for (;;) kept.push(new Array(100_000).fill(path));
  if (path.endsWith('die.png')) process.kill(process.pid, 'SIGKILL');
  return { inspection: { kind: 'png', danger: undefined } };
});
