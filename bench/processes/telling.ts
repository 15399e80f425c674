import type { Counters } from './counters.ts';

/** What the last notice took of a server that passes it on. */
export class Telling {
  #ms = 0;

  /** Milliseconds from the notice's coming until its last write had returned, also of what is written a tick later. */
  during(tell: () => void): void {
    const began = performance.now();
    tell();
    setImmediate(() => {
      this.#ms = performance.now() - began;
    });
  }

  counters(): Pick<Counters, 'cpuMs' | 'tellingMs'> {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1000, tellingMs: this.#ms };
  }
}
