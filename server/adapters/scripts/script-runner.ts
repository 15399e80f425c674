import { Worker } from 'node:worker_threads';
import { ruleLimits, scriptMemoryBytes, scriptTimeLimitMs } from '#domain/rules/limits.ts';
import type { ScriptRun } from '#domain/rules/run-rule.ts';
import { readBoundedEngine } from './bounded-engine.ts';
import type { ScriptJob, ScriptMessage, ScriptThreadData } from './script-messages.ts';

/** Runs the scripts of rules in threads of their own; the requester is a staff id. */
export interface ScriptRunner {
  /** Returns the answer, or why there is none; `busy` if too many scripts wait. */
  run(job: ScriptJob, requester: string): Promise<ScriptRun | 'busy'>;
  stop(): Promise<void>;
}

/** Scripts that may wait, in all and of one person, so that one person cannot keep others waiting for long. */
const queueLimit = { all: 50, person: 10 };

/** Two, so that a thread is ready while one that was ended is replaced. */
const threadCount = 2;

/** Time for the start of a thread and for a fresh engine, on a busy machine. */
const startLimitMs = 10_000;

interface QueuedScript {
  job: ScriptJob;
  requester: string;
  finish: (run: ScriptRun) => void;
}

interface ScriptThread {
  worker: Worker;
  isReady: boolean;
  current: QueuedScript | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Creates a runner. Threads start with the first script and are reused; each script gets a fresh engine. The clock
 * of a script starts when it begins, not while it waits; at its end the whole thread is ended from outside, because
 * an engine cannot be interrupted in all of its own loops. Tests of answers pass a longer limit of time.
 */
export function createScriptRunner({ timeLimitMs = scriptTimeLimitMs } = {}): ScriptRunner {
  const threads = new Set<ScriptThread>();
  const queue: QueuedScript[] = [];
  let engine: Uint8Array<ArrayBuffer> | undefined;
  let isStopped = false;

  function startThread(): void {
    engine ??= readBoundedEngine(scriptMemoryBytes);
    const workerData: ScriptThreadData = {
      engine,
      memoryBytes: scriptMemoryBytes,
      maxAnswerLength: ruleLimits.scriptJsonLength,
    };
    const worker = new Worker(new URL('./script-thread.ts', import.meta.url), {
      workerData,
      env: {},
      argv: [],
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    });
    // A thread that waits for scripts does not keep the process alive.
    worker.unref();
    const thread: ScriptThread = { worker, isReady: false, current: undefined, timer: undefined };
    threads.add(thread);
    limitTime(thread, startLimitMs);
    worker.on('message', (message: ScriptMessage) => receive(thread, message));
    worker.on('error', () => endThread(thread, { failure: 'fault', message: '脚本运行中断' }));
    worker.on('exit', () => endThread(thread, { failure: 'fault', message: '脚本运行中断' }));
  }

  function receive(thread: ScriptThread, message: ScriptMessage): void {
    if (!threads.has(thread)) return;
    if (message === 'begun') {
      limitTime(thread, timeLimitMs);
      return;
    }
    clearTimeout(thread.timer);
    if (message === 'ready') thread.isReady = true;
    else {
      thread.current?.finish(message);
      thread.current = undefined;
    }
    startNext();
  }

  function limitTime(thread: ScriptThread, milliseconds: number): void {
    clearTimeout(thread.timer);
    const message = `脚本超过 ${timeLimitMs} 毫秒没有结束`;
    thread.timer = setTimeout(() => endThread(thread, { failure: 'time', message }), milliseconds);
    thread.timer.unref();
  }

  /** Ends a thread with whatever it does, and starts another one while scripts are needed. */
  function endThread(thread: ScriptThread, run: ScriptRun): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    void thread.worker.terminate();
    thread.current?.finish(run);
    // If threads cannot start, the waiting scripts fail, and the next script tries again.
    if (!thread.isReady) for (const { finish } of queue.splice(0)) finish(run);
    else if (!isStopped) ensureThreads();
    startNext();
  }

  function ensureThreads(): void {
    while (threads.size < threadCount) startThread();
  }

  function startNext(): void {
    const idle = [...threads].find(({ isReady, current }) => isReady && !current);
    const next = idle && queue.shift();
    if (!next) return;
    idle.current = next;
    limitTime(idle, startLimitMs);
    idle.worker.postMessage(next.job);
    startNext();
  }

  return {
    run(job, requester) {
      const own = queue.filter((queued) => queued.requester === requester).length;
      if (isStopped || queue.length >= queueLimit.all || own >= queueLimit.person)
        return Promise.resolve('busy');
      return new Promise((resolve) => {
        queue.push({ job, requester, finish: resolve });
        ensureThreads();
        startNext();
      });
    },
    async stop() {
      isStopped = true;
      const run: ScriptRun = { failure: 'fault', message: '脚本运行中断' };
      for (const { finish } of queue.splice(0)) finish(run);
      const workers = [...threads].map(({ worker }) => worker);
      for (const thread of threads) endThread(thread, run);
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
