import type { Problem } from '#domain/refusals/refusals.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { handleChildJobs } from '#server/kernel/processes/handle-child-jobs.ts';
import { type ParsedDefinition, readDefinition } from './read-definition.ts';
import { fileToStore } from './write-file.ts';

/** Answer of the child: the contents of a file with its problems, and the processor time in milliseconds. */
export type FileResponse =
  | ({ workedMs: number; xml: string } & Omit<ParsedDefinition, 'isWhole' | 'rewritten'>)
  | { workedMs: number; failure: string };

/**
 * Limits the problems in an answer, because more or longer ones are of no use; all problems of a file of 2 MB
 * may be many times its size.
 */
const maxProblems = 200;
const maxMessageLength = 300;

/**
 * Answers the requests to the child process in which BPMN files are read and checked: a request has a file, the
 * answer its contents and problems.
 */
handleChildJobs(async (xml: string): Promise<FileResponse> => {
  const startMs = workedMs();
  const answer = await read(xml);
  return { ...answer, workedMs: workedMs() - startMs };
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

function limitProblems(problems: readonly Problem[], noun: string): Problem[] {
  const listed = problems.slice(0, maxProblems).map(({ field, message }) => ({
    field: shorten(field),
    message: shorten(message),
  }));
  const remaining = problems.length - listed.length;
  return remaining > 0 ? [...listed, { field: 'xml', message: `另有 ${remaining} 处${noun}未列出` }] : listed;
}

function shorten(text: string): string {
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;
}
