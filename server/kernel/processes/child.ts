import { fork } from 'node:child_process';
import { inheritedEnvironment } from '#server/kernel/config/environment.ts';
import { processorMs, residentBytes } from './process-figures.ts';

/** Reason why a question got no answer: the limit that its child reached, or that the child died over it. */
export type Over = 'time' | 'processor' | 'memory' | 'died';
export type ChildAnswer<Answer> = { answer: Answer } | { over: Over };

export interface ChildLimits {
  /** By the clock, for each question. */
  deadlineMs: number;
  /** Of the processor, for each question: how busy the machine is with others does not count. */
  processorMs: number | undefined;
  /** Of what JavaScript holds. */
  maxHeapMb: number;
  /** Of all that the process holds of the machine's memory. */
  maxResidentMb: number;
}

/** A child process that answers one question at a time. */
export interface Child<Question, Answer> {
  ask(question: Question): Promise<ChildAnswer<Answer>>;
  residentBytes(): number;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
  /** Resolves when the process is no more. */
  readonly gone: Promise<void>;
}

/** A machine that is busy may take so long to start one. */
const startMs = 30_000;
const lookEveryMs = 100;

/**
 * Starts a program that answers by `answerQuestions`. It has the time zone, the folder of compiled code and nothing else of the environment,
 * no open file or socket but the channel, and it ends when the channel closes.
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
  let settle: ((outcome: ChildAnswer<Answer>) => void) | undefined;
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isGone = true;
      settle?.({ over: 'died' });
      resolve();
    };
    child.once('exit', end);
    child.on('error', () => {
      // One that could not be started has no exit.
      if (child.pid === undefined) end();
      else child.kill('SIGKILL');
    });
  });
  child.once('message', () => {
    tellReady();
    child.on('message', (answer) => settle?.({ answer: answer as Answer }));
  });
  rest();

  /** While it works it keeps this process alive, so that an answer is never cut off. */
  function work(): void {
    child.ref();
    child.channel?.ref();
  }

  function rest(): void {
    child.unref();
    child.channel?.unref();
  }

  return {
    async ask(question) {
      if (isGone) return { over: 'died' };
      work();
      let stopWatching = () => {};
      const starting = setTimeout(() => settle?.({ over: 'time' }), startMs);
      try {
        return await new Promise<ChildAnswer<Answer>>((resolve) => {
          settle = resolve;
          // Its time begins when the child is there to be asked.
          void ready.then(() => {
            clearTimeout(starting);
            if (settle !== resolve) return;
            stopWatching = watch(child.pid, limits, (over) => resolve({ over }));
            child.send(question as object, (error) => error && resolve({ over: 'died' }));
          });
        });
      } finally {
        settle = undefined;
        clearTimeout(starting);
        stopWatching();
        rest();
      }
    },
    residentBytes: () => residentBytes(child.pid),
    kill() {
      // Until it is gone it is waited for.
      child.ref();
      child.kill('SIGKILL');
    },
    gone,
  };
}

/** Tells when a process takes longer or more than it may; gives the way to stop watching. */
function watch(pid: number | undefined, limits: ChildLimits, tell: (over: Over) => void): () => void {
  const before = processorMs(pid);
  const deadline = setTimeout(() => tell('time'), limits.deadlineMs);
  const look = setInterval(() => {
    if (residentBytes(pid) > limits.maxResidentMb * 1_000_000) tell('memory');
    else if (limits.processorMs !== undefined && processorMs(pid) - before > limits.processorMs)
      tell('processor');
  }, lookEveryMs);
  return () => {
    clearTimeout(deadline);
    clearInterval(look);
  };
}
