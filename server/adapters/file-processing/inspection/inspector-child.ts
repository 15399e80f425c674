import { answerQuestions } from '#server/kernel/processes/answer-questions.ts';
import { inspectFile } from './inspect-file.ts';
import type { InspectorReply } from './inspector.ts';

/** Program of the child process that parses untrusted contents: one path in, one answer out. */
answerQuestions(async (path: string): Promise<InspectorReply> => {
  try {
    return { inspection: await inspectFile(path) };
  } catch (error) {
    return { failure: String(error) };
  }
});
