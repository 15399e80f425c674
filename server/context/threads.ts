import { Worker } from 'node:worker_threads';

/** Threads that each answer one question at a time, with a deadline and a bound on memory. */
export interface Threads<Question, Answer> {
  /** Undefined: no answer came in time or within the memory; the thread was ended and the next question gets a new one. */
  ask(question: Question): Promise<Answer | undefined>;
  stop(): Promise<void>;
}

export interface ThreadOptions {
  /** How many questions are worked on at once; further ones wait. */
  threads?: number;
  deadlineMs?: number;
  maxHeapMb?: number;
}

interface Thread<Answer> {
  worker: Worker;
  finish: ((answer: Answer | undefined) => void) | undefined;
}

/**
 * Runs a program, which answers each message with one message, away from the event loop. Whatever a question does to the
 * program, the portal answers everybody else meanwhile.
 */
export function createThreads<Question, Answer>(
  program: URL,
  options: ThreadOptions = {},
): Threads<Question, Answer> {
  const { threads = 2, deadlineMs = 15_000, maxHeapMb = 192 } = options;
  const idle: Thread<Answer>[] = [];
  const all = new Set<Thread<Answer>>();
  const waiting: ((thread: Thread<Answer>) => void)[] = [];

  function startThread(): Thread<Answer> {
    const worker = new Worker(program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const thread: Thread<Answer> = { worker, finish: undefined };
    all.add(thread);
    worker.unref();
    worker.on('message', (answer: Answer) => thread.finish?.(answer));
    worker.on('error', () => thread.finish?.(undefined));
    worker.on('exit', () => {
      all.delete(thread);
      thread.finish?.(undefined);
    });
    return thread;
  }

  function takeThread(): Promise<Thread<Answer>> {
    const thread = idle.pop() ?? (all.size < threads ? startThread() : undefined);
    return thread ? Promise.resolve(thread) : new Promise((resolve) => waiting.push(resolve));
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
    else if (!hasEnded) idle.push(thread);
  }

  async function workOn(thread: Thread<Answer>, question: Question): Promise<Answer | undefined> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer | undefined>((resolve) => {
        thread.finish = resolve;
        // While it works it keeps the process alive, so that an answer is never cut off.
        thread.worker.ref();
        timer = setTimeout(() => resolve(undefined), deadlineMs);
        thread.worker.postMessage(question);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async ask(question) {
      const thread = await takeThread();
      const answer = await workOn(thread, question);
      await giveBack(thread, answer === undefined);
      return answer;
    },
    async stop() {
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}
