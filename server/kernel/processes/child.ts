import { fork } from 'node:child_process';
import { inheritedEnvironment } from '#server/kernel/config/environment.ts';
import { cpuMs, residentBytes } from './process-usage.ts';

/** Reason why a job got no answer: the exceeded limit, or that the child ended unexpectedly. */
export type ChildFailure = 'time' | 'processor' | 'memory' | 'died';
export type ChildReply<Answer> = { answer: Answer } | { failure: ChildFailure };

export interface ChildLimits {
  /** Elapsed time for each job. */
  deadlineMs: number;
  /** Processor time for each job, which does not depend on other load of the machine. */
  processorMs: number | undefined;
  /** Heap of JavaScript. */
  maxHeapMb: number;
  /** All memory of the process. */
  maxResidentMb: number;
}

/** A child process that does one job at a time. */
export interface Child<Job, Answer> {
  run(job: Job): Promise<ChildReply<Answer>>;
  residentBytes(): number;
  /** Ends the process at once. */
  kill(): void;
  /** Resolves when the process has ended. */
  readonly exit: Promise<void>;
}

/** Time to start a child on a busy machine. */
const startTimeoutMs = 30_000;
const checkIntervalMs = 100;

/**
 * Starts a program that answers by `handleChildJobs`. From the environment it gets only the time zone and the
 * folder of compiled code, and no open file or socket but the channel; it ends when the channel closes.
 */
export function startChild<Job, Answer>(
  program: URL,
  args: readonly string[],
  limits: ChildLimits,
): Child<Job, Answer> {
  const { TZ, NODE_COMPILE_CACHE } = inheritedEnvironment({});
  const child = fork(program, args, {
    env: { TZ, NODE_COMPILE_CACHE },
    execArgv: [`--max-old-space-size=${limits.maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let resolveJob: ((outcome: ChildReply<Answer>) => void) | undefined;
  let resolveReady = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  let hasExited = false;
  const exit = new Promise<void>((resolve) => {
    const end = () => {
      hasExited = true;
      resolveJob?.({ failure: 'died' });
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
    child.on('message', (answer) => resolveJob?.({ answer: answer as Answer }));
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
    async run(job) {
      if (hasExited) return { failure: 'died' };
      holdParent();
      let stopWatching = () => {};
      const starting = setTimeout(() => resolveJob?.({ failure: 'time' }), startTimeoutMs);
      try {
        return await new Promise<ChildReply<Answer>>((resolve) => {
          resolveJob = resolve;
          // Its time begins when the child is ready.
          void ready.then(() => {
            clearTimeout(starting);
            if (resolveJob !== resolve) return;
            stopWatching = watch(child.pid, limits, (failure) => resolve({ failure }));
            child.send(job as object, (error) => error && resolve({ failure: 'died' }));
          });
        });
      } finally {
        resolveJob = undefined;
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
  record: (failure: ChildFailure) => void,
): () => void {
  const before = cpuMs(pid);
  const deadline = setTimeout(() => record('time'), limits.deadlineMs);
  const timer = setInterval(() => {
    if (residentBytes(pid) > limits.maxResidentMb * 1_000_000) record('memory');
    else if (limits.processorMs !== undefined && cpuMs(pid) - before > limits.processorMs)
      record('processor');
  }, checkIntervalMs);
  return () => {
    clearTimeout(deadline);
    clearInterval(timer);
  };
}
