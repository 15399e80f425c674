import type { Problem } from '#domain/refusals/refusals.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { answerQuestions } from '#server/kernel/processes/answer-questions.ts';
import { type ReadDefinition, readDefinition } from './read-definition.ts';
import { fileToStore } from './write-file.ts';

/** Answer of the child: the contents of a file with its problems, and the processor time in milliseconds. */
export type FileResponse =
  | ({ workedMs: number; xml: string } & Omit<ReadDefinition, 'isWhole' | 'rewritten'>)
  | { workedMs: number; failure: string };

/**
 * Limits of the problems in an answer: more and longer ones help no reader; those of a file of 2 MB may be
 * many times its size.
 */
const maxProblems = 200;
const maxMessage = 300;

/**
 * Program of the child process in which BPMN files are read and checked: it gets a file and answers with its
 * contents and problems.
 */
answerQuestions(async (xml: string): Promise<FileResponse> => {
  const began = workedMs();
  const answer = await read(xml);
  return { ...answer, workedMs: workedMs() - began };
});

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function read(xml: string) {
  try {
    const file = await readDefinition(xml);
    const { definition, isWhole, modellerNodes } = file;
    const flow = definition && isWhole ? lintDefinition(definition) : [];
    const problems = [...file.problems, ...flow];
    // A refused file is corrected by its author and sent again, so it need not be rewritten.
    const stored = problems.length === 0 ? await fileToStore(xml, file) : { xml, hints: file.hints };
    return {
      xml: stored.xml,
      definition,
      problems: limitProblems(problems, '问题'),
      hints: limitProblems(stored.hints, '提示'),
      modellerNodes,
    };
  } catch (error) {
    return { failure: String(error) };
  }
}

function limitProblems(problems: readonly Problem[], what: string): Problem[] {
  const shown = problems.slice(0, maxProblems).map(({ field, message }) => ({
    field: cut(field),
    message: cut(message),
  }));
  const left = problems.length - shown.length;
  return left > 0 ? [...shown, { field: 'xml', message: `另有 ${left} 处${what}未列出` }] : shown;
}

function cut(text: string): string {
  return text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text;
}
