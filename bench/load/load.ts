import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Task of the load generator: `clients` people who send items one after the other for this many seconds. */
export interface LoadRequest {
  port: number;
  clients: number;
  seconds: number;
  /** The items that are timed: groups one after the other, each with requests sent at the same time. */
  items: readonly (readonly (readonly string[])[])[];
  /** True if each item may be sent only once: for writes. */
  once: boolean;
  /** Added before every request: the round trip of a slow network. */
  delayMs: number;
}

export interface LoadReport {
  /** Requests that were sent. */
  used: number;
  completed: number;
  failed: number;
  failure: string | undefined;
  seconds: number;
  /** Items per second. */
  rate: number;
  /** Milliseconds of an item. */
  p50: number;
  p95: number;
  p99: number;
  bytesPerItem: number;
}

/** The parent's side of the load generator's process. */
export class LoadGenerator {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<LoadGenerator> {
    const child = fork(join(import.meta.dirname, 'generator.ts'), { stdio: 'inherit' });
    await once(child, 'message');
    return new LoadGenerator(child);
  }

  /**
   * Sends the load and returns the results; a failed request ends the benchmark, because the speed of wrong
   * answers is meaningless.
   */
  async send(
    request: Pick<LoadRequest, 'port' | 'clients' | 'seconds' | 'items'> & Partial<LoadRequest>,
  ): Promise<LoadReport> {
    this.#child.send({ once: false, delayMs: 0, ...request });
    const [report] = (await once(this.#child, 'message')) as [LoadReport];
    if (report.failed > 0)
      throw new Error(`${report.failed} of ${report.completed} failed: ${report.failure}`);
    return report;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
