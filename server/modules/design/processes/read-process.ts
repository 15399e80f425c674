import type { Problem } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { type ChildPoolOptions, createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { FileResponse } from './reading-child.ts';

/** A BPMN file that may be published if it has no problems. */
export interface ReadProcess {
  /** The file as it is stored: as sent, or rewritten with the missing names, drawing or encoding. */
  xml: string;
  definition: ProcessDefinition | undefined;
  problems: Problem[];
  /** Filled-in and ignored parts, which do not prevent publishing the file. */
  hints: Problem[];
  /**
   * Nodes whose handlers are in another modeller's notation: by accounts, names and groups of another
   * program.
   */
  modellerNodes: string[];
}

/** Processor time for one file: many times that of the largest file an office can use. */
const fileMs = 3_000;
/** Elapsed time, for a machine that is busy. */
const deadlineMs = 30_000;
/** Processor time for all files of one call together. */
const callMs = 12_000;

const program = new URL('./reading-child.ts', import.meta.url);
const poolOf = (more: ChildPoolOptions) =>
  createChildPool<string, FileResponse>(program, { processorMs: fileMs, deadlineMs, ...more });
/** An administrator who checks or publishes one file does not wait for those who import many. */
const forOne = poolOf({});
const forMany = poolOf({ endIdleMs: 1_000 });

const tooHard = '流程文件过于复杂，无法检查';
const leftOut = '流程过多或过于复杂，未检查';

/** Returns a file that could not be read, with the message. */
function unread(xml: string, message: string): ReadProcess {
  return { xml, definition: undefined, problems: [{ field: 'xml', message }], hints: [], modellerNodes: [] };
}

/**
 * Reads a file and checks everything that prevents publishing it. The time is not bounded by the size of the
 * file (a parser that reports each element, a flow with many paths), so it runs in a child process with a
 * deadline: no file blocks others, and concurrent users are served in turn.
 */
export async function readProcess(xml: string, requester: string): Promise<ReadProcess> {
  return (await readIn(forOne, xml, requester)).read;
}

/**
 * Reads and checks many files, one after the other; files that are left when the time is over are not read,
 * and get a problem that says so.
 */
export async function readProcesses(
  files: Iterable<string>,
  requester: string,
  maxMs = callMs,
): Promise<ReadProcess[]> {
  const read: ReadProcess[] = [];
  let worked = 0;
  for (const xml of files) {
    // The time for others’ files is not counted.
    const done = worked < maxMs ? await readIn(forMany, xml, requester) : undefined;
    worked += done?.workedMs ?? 0;
    read.push(done?.read ?? unread(xml, leftOut));
  }
  return read;
}

async function readIn(pool: typeof forOne, xml: string, requester: string) {
  const outcome = await pool.ask(xml, requester);
  if ('over' in outcome) return { read: unread(xml, tooHard), workedMs: fileMs };
  const { answer } = outcome;
  if ('failure' in answer) throw new Error(`A process could not be read: ${answer.failure}`);
  const { workedMs, ...read } = answer;
  return { read: { ...read, definition: read.definition }, workedMs };
}
