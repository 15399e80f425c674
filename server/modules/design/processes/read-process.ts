import type { Problem } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { type ChildPoolOptions, createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { FileAnswer } from './reading-child.ts';

/** A BPMN file that may be published when it has no problems. */
export interface ReadProcess {
  /**
   * The file as it is stored: as it was sent, or written anew with the names, the drawing or the encoding that it
   * lacked.
   */
  xml: string;
  definition: ProcessDefinition | undefined;
  problems: Problem[];
  /** Values that were filled in and parts that were passed over, which do not keep the file from being published. */
  hints: Problem[];
  /** Nodes whose handlers are named as another maker does it: by accounts, names and groups of another program. */
  makerNodes: string[];
}

/** So long the processor may work on one file: many times what the largest takes that an office can use. */
const fileMs = 3_000;
/** By the clock, where the machine has no time for it. */
const deadlineMs = 30_000;
/** So long it may work on the files of one call together. */
const callMs = 12_000;

const program = new URL('./reading-child.ts', import.meta.url);
const poolOf = (more: ChildPoolOptions) =>
  createChildPool<string, FileAnswer>(program, { processorMs: fileMs, deadlineMs, ...more });
/** An administrator who checks or publishes one file does not wait for those who bring many. */
const forOne = poolOf({});
const forMany = poolOf({ endIdleMs: 1_000 });

const tooHard = '流程文件过于复杂，无法检查';
const leftOut = '流程过多或过于复杂，未检查';

/** A file of which nothing is known but what is said of it. */
function unread(xml: string, message: string): ReadProcess {
  return { xml, definition: undefined, problems: [{ field: 'xml', message }], hints: [], makerNodes: [] };
}

/**
 * Reads a file and checks it against everything that keeps it from being published. The time that takes has no bound in
 * the size of the file (a parser that complains of each element, a flow with many ways), so it happens in a child process with
 * a deadline: no file keeps others from working, and of those who ask for much at once each gets a turn.
 */
export async function readProcess(xml: string, asker: string): Promise<ReadProcess> {
  return (await readIn(forOne, xml, asker)).read;
}

/**
 * Reads and checks many files, one after the other; the files that are left when their time is over are not read, and a
 * problem of each says so.
 */
export async function readProcesses(
  files: Iterable<string>,
  asker: string,
  maxMs = callMs,
): Promise<ReadProcess[]> {
  const read: ReadProcess[] = [];
  let worked = 0;
  for (const xml of files) {
    // Time that others’ files take is not counted.
    const done = worked < maxMs ? await readIn(forMany, xml, asker) : undefined;
    worked += done?.workedMs ?? 0;
    read.push(done?.read ?? unread(xml, leftOut));
  }
  return read;
}

async function readIn(pool: typeof forOne, xml: string, asker: string) {
  const outcome = await pool.ask(xml, asker);
  if ('over' in outcome) return { read: unread(xml, tooHard), workedMs: fileMs };
  const { answer } = outcome;
  if ('failure' in answer) throw new Error(`A process could not be read: ${answer.failure}`);
  const { workedMs, ...read } = answer;
  return { read: { ...read, definition: read.definition }, workedMs };
}
