import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection, type HttpResponse } from './http-client.ts';
import type { LoadReport, LoadRequest } from './load.ts';

/** The load generator: a separate process that receives one order at a time from its parent. */

/** Connections of one page load, as a browser has them. */
const connectionsPerClient = 6;

class Client {
  readonly #order: LoadRequest;
  readonly #idle: HttpConnection[];
  readonly #queue: ((connection: HttpConnection) => void)[] = [];

  constructor(order: LoadRequest) {
    this.#order = order;
    const widest = Math.max(
      1,
      ...order.items.slice(0, 1).flatMap((waves) => waves.map((wave) => wave.length)),
    );
    this.#idle = Array.from(
      { length: Math.min(widest, connectionsPerClient) },
      () => new HttpConnection(order.port),
    );
  }

  /** Sends one item: its groups one after the other, the requests of a group at the same time. */
  async run(waves: readonly (readonly string[])[]): Promise<HttpResponse[]> {
    const answers: HttpResponse[] = [];
    for (const wave of waves)
      answers.push(...(await Promise.all(wave.map((request) => this.#send(request)))));
    return answers;
  }

  async #send(request: string): Promise<HttpResponse> {
    const connection =
      this.#idle.pop() ?? (await new Promise<HttpConnection>((resolve) => this.#queue.push(resolve)));
    try {
      if (this.#order.delayMs > 0) await wait(this.#order.delayMs);
      return await connection.send(request);
    } finally {
      const next = this.#queue.shift();
      if (next) next(connection);
      else this.#idle.push(connection);
    }
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}

async function runLoad(order: LoadRequest): Promise<LoadReport> {
  const times: number[] = [];
  const failures: string[] = [];
  let used = 0;
  let bytes = 0;
  const started = performance.now();
  const until = started + order.seconds * 1000;
  const work = async () => {
    const client = new Client(order);
    while (performance.now() < until) {
      if (order.once && used >= order.items.length) break;
      const item = order.items[used % order.items.length] ?? [];
      used += 1;
      const begun = performance.now();
      const answers = await client.run(item).catch((error: Error) => error);
      times.push(performance.now() - begun);
      if (answers instanceof Error) failures.push(answers.message);
      else
        for (const { status, body } of answers) {
          bytes += body.length;
          if (status !== 200) failures.push(`${status} ${body.toString('utf8', 0, 200)}`);
        }
    }
    client.close();
  };
  await Promise.all(Array.from({ length: order.clients }, work));
  const seconds = (performance.now() - started) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    used,
    completed: times.length,
    failed: failures.length,
    failure: failures[0],
    seconds,
    rate: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bytesPerItem: bytes / Math.max(1, times.length),
  };
}

process.on('message', (order: LoadRequest) => {
  void runLoad(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
