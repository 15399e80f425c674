import type { Log } from './kernel/log/log.ts';

/** Calls have 20 s to finish and jobs 10 s; everything else takes moments. */
const stopTimeoutMs = 40_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Parts that have been started; they are stopped in the opposite order. */
export interface Shutdown {
  /** Adds a part; it is stopped before everything added earlier. */
  add(name: string, stop: () => Promise<void>): void;
  /** Stops everything once, however often it is called. */
  run(): Promise<void>;
}

export function createShutdown(log: Log): Shutdown {
  const parts: { name: string; stop: () => Promise<void> }[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of parts.reverse()) {
      await stop().catch((error: unknown) =>
        log.warn({ error, part: name }, 'A component did not stop cleanly'),
      );
    }
  };
  return {
    add: (name, stop) => void parts.push({ name, stop }),
    run: () => {
      stopping ??= stopAll();
      return stopping;
    },
  };
}

/**
 * Stops everything in order on Ctrl-C, `kill` or the end of the starting script; a second Ctrl-C ends the
 * process at once.
 */
export function stopOnSignals(shutdown: Shutdown): void {
  let isRequested = false;
  const stop = (): void => {
    if (isRequested) process.exit(130);
    isRequested = true;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    void shutdown.run().then(() => process.exit(0));
  };
  for (const signal of signals) process.on(signal, stop);
  process.on('disconnect', () => {
    if (!isRequested) stop();
  });
}

/** Logs uncaught errors; ends the process only after those that leave it in an unknown state. */
export function handleUncaughtErrors(log: Log, shutdown: Shutdown): void {
  // The output has no reader any more: logging the error would fail again, in an endless loop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('unhandledRejection', (error) => log.error({ error }, 'A rejection that nobody handled'));
  process.on('uncaughtException', (error) => {
    if (isConnectionLoss(error)) {
      log.error({ error }, 'An error that nobody caught');
      return;
    }
    log.fatal({ error }, 'An error that nobody caught');
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    void shutdown.run().then(() => process.exit(1));
  });
}

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    code.startsWith('57P') ||
    /connection terminated/i.test(error.message)
  );
}
