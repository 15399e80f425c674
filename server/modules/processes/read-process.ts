import type { Problem } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model.ts';
import { createThreads } from '#server/context/threads.ts';
import type { ReadDefinition } from './read-definition.ts';

/** A BPMN file that may be published when it has no problems. */
export interface ReadProcess {
  xml: string;
  definition: ProcessDefinition | undefined;
  problems: Problem[];
  /** What was filled in or passed over, which does not keep it from being published. */
  hints: Problem[];
}

const program = new URL('./reading-worker.ts', import.meta.url);
const threads = createThreads<string, { read: ReadDefinition } | { failure: string }>(program, {
  threads: 1,
  deadlineMs: 10_000,
});

/** More problems, and longer ones, help nobody; what a file of 2 MB gets wrong may be many times its size. */
const maxProblems = 200;
const maxMessage = 300;

/**
 * Reads a file and checks it against everything that keeps it from being published. The time that takes has no bound in
 * the size of the file (a parser that complains of each element, a flow with many ways), so it happens in a thread with
 * a deadline: no file keeps others from working.
 */
export async function readProcess(xml: string): Promise<ReadProcess> {
  const answer = await threads.ask(xml);
  if (answer === undefined) {
    return {
      xml,
      definition: undefined,
      problems: [{ field: 'xml', message: '流程文件过于复杂，无法检查' }],
      hints: [],
    };
  }
  if ('failure' in answer) throw new Error(`A process could not be read: ${answer.failure}`);
  const { definition, problems, hints } = answer.read;
  return { xml, definition, problems: abridged(problems, '问题'), hints: abridged(hints, '提示') };
}

function abridged(problems: readonly Problem[], what: string): Problem[] {
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
