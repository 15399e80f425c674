import { fork } from 'node:child_process';
import { inheritedEnvironment } from '#server/kernel/config/environment.ts';
import { cpuMs, residentBytes } from './process-figures.ts';

/** Reason why a question got no answer: the exceeded limit, or that the child died. */
export type ChildFailure = 'time' | 'processor' | 'memory' | 'died';
export type ChildReply<Answer> = { answer: Answer } | { over: ChildFailure };

export interface ChildLimits {
  /** Elapsed time for each question. */
  deadlineMs: number;
  /** Processor time for each question, which does not depend on other load of the machine. */
  processorMs: number | undefined;
  /** Heap of JavaScript. */
  maxHeapMb: number;
  /** All memory of the process. */
  maxResidentMb: number;
}

/** A child process that answers one question at a time. */
export interface Child<Question, Answer> {
  ask(question: Question): Promise<ChildReply<Answer>>;
  residentBytes(): number;
  /** Ends the process at once. */
  kill(): void;
  /** Resolves when the process has ended. */
  readonly exit: Promise<void>;
}

/** Time to start a child on a busy machine. */
const startMs = 30_000;
const checkEveryMs = 100;

/**
 * Starts a program that answers by `answerQuestions`. From the environment it gets only the time zone and the
 * folder of compiled code, and no open file or socket but the channel; it ends when the channel closes.
 */
export function startChild<Question, Answer>(
  program: URL,
  args: readonly string[],
  limits: ChildLimits,
): Child<Question, Answer> {
  const { TZ, NODE_COMPILE_CACHE } = inheritedEnvironment({});
  const child = fork(program, args, {
    env: { TZ, NODE_COMPILE_CACHE },
    execArgv: [`--max-old-space-size=${limits.maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let resolveQuestion: ((outcome: ChildReply<Answer>) => void) | undefined;
  let resolveReady = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  let hasExited = false;
  const exit = new Promise<void>((resolve) => {
    const end = () => {
      hasExited = true;
      resolveQuestion?.({ over: 'died' });
      resolve();
    };
    child.once('exit', end);
    child.on('error', () => {
      // A process that could not be started has no exit event.
      if (child.pid === undefined) end();
      else child.kill('SIGKILL');
    });
  });
  child.once('message', () => {
    resolveReady();
    child.on('message', (answer) => resolveQuestion?.({ answer: answer as Answer }));
  });
  releaseParent();

  /** Lets the working child keep this process alive, so that an answer is never cut off. */
  function holdParent(): void {
    child.ref();
    child.channel?.ref();
  }

  function releaseParent(): void {
    child.unref();
    child.channel?.unref();
  }

  return {
    async ask(question) {
      if (hasExited) return { over: 'died' };
      holdParent();
      let stopWatching = () => {};
      const starting = setTimeout(() => resolveQuestion?.({ over: 'time' }), startMs);
      try {
        return await new Promise<ChildReply<Answer>>((resolve) => {
          resolveQuestion = resolve;
          // Its time begins when the child is ready.
          void ready.then(() => {
            clearTimeout(starting);
            if (resolveQuestion !== resolve) return;
            stopWatching = watch(child.pid, limits, (over) => resolve({ over }));
            child.send(question as object, (error) => error && resolve({ over: 'died' }));
          });
        });
      } finally {
        resolveQuestion = undefined;
        clearTimeout(starting);
        stopWatching();
        releaseParent();
      }
    },
    residentBytes: () => residentBytes(child.pid),
    kill() {
      // Its end is awaited.
      child.ref();
      child.kill('SIGKILL');
    },
    exit,
  };
}

/** Reports when a process exceeds its limits; returns a function that stops watching. */
function watch(
  pid: number | undefined,
  limits: ChildLimits,
  record: (over: ChildFailure) => void,
): () => void {
  const before = cpuMs(pid);
  const deadline = setTimeout(() => record('time'), limits.deadlineMs);
  const timer = setInterval(() => {
    if (residentBytes(pid) > limits.maxResidentMb * 1_000_000) record('memory');
    else if (limits.processorMs !== undefined && cpuMs(pid) - before > limits.processorMs)
      record('processor');
  }, checkEveryMs);
  return () => {
    clearTimeout(deadline);
    clearInterval(timer);
  };
}
