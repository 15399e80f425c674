import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { OfficialDocument } from '#domain/documents/document-model.ts';
import { drawable } from './drawable.ts';
import { listOpenFonts } from './fonts.ts';
import { type Mailing, mailingToDraw } from './mailing-to-draw.ts';
import { toDraw } from './to-draw.ts';
import type { ChildMessage, ChildQuestion } from './typst-messages.ts';

/** Draws documents as PDF. */
export interface Typesetter {
  draw(document: OfficialDocument): Promise<DrawnDocument>;
  /** The demo seal of an organisation, on a page of its own size. */
  drawSeal(organisation: string): Promise<DrawnDocument>;
  /** Labels or envelopes. */
  drawMailing(mailing: Mailing): Promise<DrawnDocument>;
  stop(): Promise<void>;
}

export interface DrawnDocument {
  pdf: Uint8Array;
  pages: number;
}

export interface TypesetterOptions {
  /** A document that takes longer is given up, with the process that draws it. */
  deadlineMs?: number;
  /** Of the drawing process, in bytes; more ends it. */
  memory?: number;
  /** After so many documents a new process takes over, as the engine never gives all its memory back. */
  documentsPerProcess?: number;
  /** The child's program; tests bring one that never answers. */
  program?: URL;
  /** Stand before the open ones. */
  fonts?: readonly string[];
}

interface Waiting {
  kind: ChildQuestion['kind'];
  document: string;
  resolve: (drawn: DrawnDocument) => void;
  reject: (error: Error) => void;
}

const usualDeadlineMs = 10_000;
const usualMemory = 1_000_000_000;
const usualDocuments = 500;
const watchEveryMs = 200;

/**
 * Documents are drawn one after the other by a process of its own, which the event loop does not feel, which has neither
 * database nor keys, and which is ended when a document takes too long or too much. The next one gets a new process.
 */
export function createTypesetter(options: TypesetterOptions = {}): Typesetter {
  const {
    deadlineMs = usualDeadlineMs,
    memory = usualMemory,
    documentsPerProcess = usualDocuments,
    program = new URL('./typst-child.ts', import.meta.url),
  } = options;
  const queue: Waiting[] = [];
  let child: ChildProcess | undefined;
  let drawn = 0;
  let current: { id: number; child: ChildProcess; waiting: Waiting; stopWatching: () => void } | undefined;
  let nextId = 1;
  let stopped = false;

  function start(): ChildProcess {
    drawn = 0;
    // Nothing of the environment goes along: a document needs none of it.
    const started = fork(program, [...(options.fonts ?? []), ...listOpenFonts()], {
      env: {},
      execArgv: ['--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (message: ChildMessage) => {
      if (message.id !== current?.id) return;
      if ('failure' in message) settle(new Error(`A document could not be drawn: ${message.failure}`));
      else settle({ pdf: message.pdf, pages: message.pages });
    });
    const over = (reason: string) => {
      if (child === started) child = undefined;
      if (current?.child === started) settle(new Error(reason));
    };
    started.once('exit', () => over('The drawing process has ended'));
    started.once('error', (error) => over(`The drawing process failed: ${error.message}`));
    return started;
  }

  function next(): void {
    if (current !== undefined || stopped) return;
    const waiting = queue.shift();
    if (waiting === undefined) return;
    if (drawn >= documentsPerProcess) {
      child?.disconnect();
      child = undefined;
    }
    child ??= start();
    drawn += 1;
    const id = nextId++;
    current = { id, child, waiting, stopWatching: watch(child, deadlineMs, memory, endWith) };
    child.send({ id, kind: waiting.kind, document: waiting.document });
  }

  /** Gives up on the document that is being drawn, and on its process. */
  function endWith(reason: string): void {
    current?.child.kill('SIGKILL');
    child = undefined;
    settle(new Error(reason));
  }

  function settle(outcome: DrawnDocument | Error): void {
    const done = current;
    if (done === undefined) return;
    current = undefined;
    done.stopWatching();
    if (outcome instanceof Error) done.waiting.reject(outcome);
    else done.waiting.resolve(outcome);
    next();
  }

  function ask(kind: ChildQuestion['kind'], data: unknown): Promise<DrawnDocument> {
    if (stopped) return Promise.reject(new Error('The typesetter has been stopped'));
    return new Promise((resolve, reject) => {
      queue.push({ kind, document: JSON.stringify(data), resolve, reject });
      next();
    });
  }

  return {
    draw: (document) => ask('document', toDraw(drawable(document))),
    drawSeal: (organisation) => ask('seal', drawable({ organisation })),
    drawMailing: (mailing) => ask('mailing', mailingToDraw(drawable(mailing))),
    async stop() {
      stopped = true;
      for (const waiting of queue.splice(0)) waiting.reject(new Error('The typesetter has been stopped'));
      const last = child;
      if (last === undefined || last.exitCode !== null) return;
      const gone = new Promise<void>((resolve) => {
        last.once('exit', () => resolve());
      });
      last.kill('SIGKILL');
      await gone;
    },
  };
}

/** Ends what takes longer or more than it may; gives the way to stop watching. */
function watch(
  child: ChildProcess,
  deadlineMs: number,
  memory: number,
  end: (reason: string) => void,
): () => void {
  let over = false;
  const deadline = setTimeout(() => end(`A document took longer than ${deadlineMs} ms`), deadlineMs);
  const look = setInterval(async () => {
    const used = await residentBytes(child.pid);
    // Drawn while that was read: the next document is not to pay for it.
    if (used > memory && !over) end(`A document took more than ${memory} bytes of memory`);
  }, watchEveryMs);
  return () => {
    over = true;
    clearTimeout(deadline);
    clearInterval(look);
  };
}

/** Memory of a process in bytes; 0 where the system does not say. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const pageSize = 4_096;
  const line = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(line.split(' ')[1] ?? 0) * pageSize;
}
