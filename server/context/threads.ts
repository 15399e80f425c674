import { Worker } from 'node:worker_threads';

/** Threads that each answer one question at a time, with a deadline and a bound on memory. */
export interface Threads<Question, Answer> {
  /**
   * Undefined: no answer came in time or within the memory; the thread was ended and the next question gets a new one.
   * Who asks is named where one may ask for much: the questions that wait are answered by turns among those who ask.
   */
  ask(question: Question, asker?: string): Promise<Answer | undefined>;
  stop(): Promise<void>;
}

export interface ThreadOptions {
  /** How many questions are worked on at once; further ones wait. */
  threads?: number;
  deadlineMs?: number;
  /** So long the thread's processor may work on a question: how busy the machine is with others does not count. */
  processorMs?: number;
  maxHeapMb?: number;
  /** A thread that nobody asked anything for so long is ended, for it gives back no memory before; else it stays. */
  endIdleMs?: number;
}

/** What waits, in a line for each who asks; the lines are served by turns. */
class Lines<Waiting> {
  readonly #lines = new Map<string, Waiting[]>();

  push(asker: string, waiting: Waiting): void {
    const line = this.#lines.get(asker);
    if (line) line.push(waiting);
    else this.#lines.set(asker, [waiting]);
  }

  shift(): Waiting | undefined {
    for (const [asker, line] of this.#lines) {
      const next = line.shift();
      // Behind all others, or gone.
      this.#lines.delete(asker);
      if (line.length > 0) this.#lines.set(asker, line);
      return next;
    }
    return undefined;
  }
}

interface Thread<Answer> {
  worker: Worker;
  finish: ((answer: Answer | undefined) => void) | undefined;
  end: NodeJS.Timeout | undefined;
}

/**
 * Runs a program, which answers each message with one message, away from the event loop. Whatever a question does to the
 * program, the portal answers everybody else meanwhile.
 */
export function createThreads<Question, Answer>(
  program: URL,
  options: ThreadOptions = {},
): Threads<Question, Answer> {
  const { threads = 2, deadlineMs = 15_000, processorMs, maxHeapMb = 192, endIdleMs } = options;
  const idle: Thread<Answer>[] = [];
  const all = new Set<Thread<Answer>>();
  const waiting = new Lines<(thread: Thread<Answer>) => void>();

  function startThread(): Thread<Answer> {
    const worker = new Worker(program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const thread: Thread<Answer> = { worker, finish: undefined, end: undefined };
    all.add(thread);
    worker.unref();
    worker.on('message', (answer: Answer) => thread.finish?.(answer));
    worker.on('error', () => thread.finish?.(undefined));
    worker.on('exit', () => {
      all.delete(thread);
      clearTimeout(thread.end);
      // One that ended while it had nothing to do is not asked again.
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      thread.finish?.(undefined);
    });
    return thread;
  }

  function takeThread(asker: string): Promise<Thread<Answer>> {
    const thread = idle.pop() ?? (all.size < threads ? startThread() : undefined);
    clearTimeout(thread?.end);
    return thread ? Promise.resolve(thread) : new Promise((resolve) => waiting.push(asker, resolve));
  }

  /** Gives the thread, or a new one where it has ended, to whoever waits. */
  async function giveBack(thread: Thread<Answer>, hasEnded: boolean): Promise<void> {
    thread.finish = undefined;
    if (hasEnded) {
      all.delete(thread);
      await thread.worker.terminate();
    } else thread.worker.unref();
    const next = waiting.shift();
    if (next) next(hasEnded ? startThread() : thread);
    else if (!hasEnded) rest(thread);
  }

  function rest(thread: Thread<Answer>): void {
    idle.push(thread);
    if (endIdleMs === undefined) return;
    thread.end = setTimeout(() => {
      idle.splice(idle.indexOf(thread), 1);
      all.delete(thread);
      void thread.worker.terminate();
    }, endIdleMs).unref();
  }

  async function workOn(thread: Thread<Answer>, question: Question): Promise<Answer | undefined> {
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer | undefined>((resolve) => {
        thread.finish = resolve;
        // While it works it keeps the process alive, so that an answer is never cut off.
        thread.worker.ref();
        timer = setTimeout(() => resolve(undefined), deadlineMs);
        if (processorMs !== undefined) watch = watchProcessor(thread, processorMs, () => resolve(undefined));
        thread.worker.postMessage(question);
      });
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
    }
  }

  return {
    async ask(question, asker = '') {
      const thread = await takeThread(asker);
      const answer = await workOn(thread, question);
      await giveBack(thread, answer === undefined);
      return answer;
    },
    async stop() {
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}

const watchEveryMs = 200;

/** Tells when the thread has worked longer than that on what it is asked now. */
function watchProcessor({ worker }: { worker: Worker }, mostMs: number, tell: () => void): NodeJS.Timeout {
  let began: number | undefined;
  return setInterval(async () => {
    // A thread that has ended says so itself.
    const used = await worker.cpuUsage().catch(() => undefined);
    if (!used) return;
    const worked = (used.user + used.system) / 1000;
    began ??= worked;
    if (worked - began > mostMs) tell();
  }, watchEveryMs);
}
