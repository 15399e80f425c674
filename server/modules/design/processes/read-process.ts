import type { Problem } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { type ChildPoolOptions, createChildPool } from '#server/kernel/processes/child-pool.ts';
import type { FileResponse } from './reading-child.ts';

/** A BPMN file that may be published if it has no problems. */
export interface ParsedProcess {
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

/** Maximum processor time for one file: many times the time for the largest file that an office can use. */
const maxFileMs = 3_000;
/** Maximum elapsed time for one file, long enough for a machine that is busy. */
const deadlineMs = 30_000;
/** Maximum processor time for all files of one call together. */
const maxCallMs = 12_000;

const program = new URL('./reading-child.ts', import.meta.url);
const poolOf = (more: ChildPoolOptions) =>
  createChildPool<string, FileResponse>(program, { processorMs: maxFileMs, deadlineMs, ...more });
/** An administrator who checks or publishes one file does not wait for those who import many. */
const singlePool = poolOf({});
const importPool = poolOf({ idleTimeoutMs: 1_000 });

const tooComplexText = '流程文件过于复杂，无法检查';
const notCheckedText = '流程过多或过于复杂，未检查';

/** Returns a file that could not be read, with the message. */
function failedProcess(xml: string, message: string): ParsedProcess {
  return { xml, definition: undefined, problems: [{ field: 'xml', message }], hints: [], modellerNodes: [] };
}

/**
 * Reads a file and checks everything that prevents publishing it. Even a small file can take
 * long (a problem for each element, a flow with many paths), so it is read in a child process with a deadline: no
 * file blocks others, and the files of concurrent users are read alternately.
 */
export async function readProcess(xml: string, requester: string): Promise<ParsedProcess> {
  return (await readWithPool(singlePool, xml, requester)).process;
}

/**
 * Reads and checks many files, one after the other; when the time is over, the remaining files are not
 * read, and each of them gets a problem that says so.
 */
export async function readProcesses(
  files: Iterable<string>,
  requester: string,
  maxMs = maxCallMs,
): Promise<ParsedProcess[]> {
  const processes: ParsedProcess[] = [];
  let usedMs = 0;
  for (const xml of files) {
    // The time for the files of others is not counted.
    const result = usedMs < maxMs ? await readWithPool(importPool, xml, requester) : undefined;
    usedMs += result?.workedMs ?? 0;
    processes.push(result?.process ?? failedProcess(xml, notCheckedText));
  }
  return processes;
}

async function readWithPool(pool: typeof singlePool, xml: string, requester: string) {
  const outcome = await pool.run(xml, requester);
  if ('failure' in outcome) return { process: failedProcess(xml, tooComplexText), workedMs: maxFileMs };
  const { answer } = outcome;
  if ('failure' in answer) throw new Error(`A process could not be read: ${answer.failure}`);
  const { workedMs, ...process } = answer;
  return { process: { ...process, definition: process.definition }, workedMs };
}
