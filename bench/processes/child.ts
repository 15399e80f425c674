import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { SharingMode } from '#server/kernel/config/sharing-mode.ts';
import type { Counters } from './counters.ts';

/** A server of the bench in a separate process. */
export interface ChildServer {
  port: number;
  pid: number;
  /** Returns the server's counters so far; only the portal counts. */
  counters(): Promise<Counters>;
  stop(): Promise<void>;
}

/** Start options of a server process: its data folder and its database. */
export interface ServerOptions {
  url: string;
  dataDir: string;
  /** Only for the portal: the file for access lines; none are written if undefined. */
  accessLog?: string | undefined;
  /** Only for the portal: how concurrent actions share transactions; as in the product if undefined. */
  sharedCommits?: SharingMode | undefined;
}

/** Starts a module that calls `serveParent`, and waits until it listens. */
export async function startChild(module: string, options: ServerOptions): Promise<ChildServer> {
  const child = fork(module, { stdio: 'inherit' });
  const { url, dataDir, accessLog, sharedCommits } = options;
  // Callers pass objects that contain more, which cannot be sent.
  child.send({ url, dataDir, accessLog, sharedCommits } satisfies ServerOptions);
  const [message] = (await Promise.race([once(child, 'message'), failOnExit(child, module)])) as [
    { port: number },
  ];
  return {
    port: message.port,
    pid: child.pid ?? 0,
    async counters() {
      child.send('counters');
      const [counters] = (await once(child, 'message')) as [Counters];
      return counters;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}

async function failOnExit(child: ChildProcess, module: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`${module} ended with ${code} before it was ready`);
}

/**
 * Runs in the child process: starts the server when the parent sends the options, and stops when the parent
 * disconnects.
 */
export function serveParent(
  start: (
    options: ServerOptions,
  ) => Promise<{ port: number; counters?: () => Counters; stop(): Promise<void> }>,
): void {
  process.once('message', (options: ServerOptions) => {
    void start(options)
      .then(({ port, counters, stop }) => {
        process.on('message', () => process.send?.(counters?.() ?? null));
        process.once('disconnect', () => void stop().finally(() => process.exit(0)));
        process.send?.({ port });
      })
      .catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
  });
}
