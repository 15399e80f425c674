import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection, type HttpResponse } from './http-client.ts';
import type { LoadReport, LoadRequest } from './load.ts';

/** The load generator: a separate process that receives one request at a time from its parent. */

/** Connections of one page load, as a browser has them. */
const connectionsPerClient = 6;

class Client {
  readonly #request: LoadRequest;
  readonly #idle: HttpConnection[];
  readonly #queue: ((connection: HttpConnection) => void)[] = [];

  constructor(request: LoadRequest) {
    this.#request = request;
    const widest = Math.max(
      1,
      ...request.items.slice(0, 1).flatMap((groups) => groups.map((group) => group.length)),
    );
    this.#idle = Array.from(
      { length: Math.min(widest, connectionsPerClient) },
      () => new HttpConnection(request.port),
    );
  }

  /** Sends one item: its groups one after the other, the requests of a group at the same time. */
  async run(groups: readonly (readonly string[])[]): Promise<HttpResponse[]> {
    const answers: HttpResponse[] = [];
    for (const group of groups) answers.push(...(await Promise.all(group.map((text) => this.#send(text)))));
    return answers;
  }

  async #send(text: string): Promise<HttpResponse> {
    const connection =
      this.#idle.pop() ?? (await new Promise<HttpConnection>((resolve) => this.#queue.push(resolve)));
    try {
      if (this.#request.delayMs > 0) await wait(this.#request.delayMs);
      return await connection.send(text);
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

async function runLoad(request: LoadRequest): Promise<LoadReport> {
  const times: number[] = [];
  const failures: string[] = [];
  let used = 0;
  let bytes = 0;
  const loadStart = performance.now();
  const endTime = loadStart + request.seconds * 1000;
  const work = async () => {
    const client = new Client(request);
    while (performance.now() < endTime) {
      if (request.once && used >= request.items.length) break;
      const item = request.items[used % request.items.length] ?? [];
      used += 1;
      const itemStart = performance.now();
      const answers = await client.run(item).catch((error: Error) => error);
      times.push(performance.now() - itemStart);
      if (answers instanceof Error) failures.push(answers.message);
      else
        for (const { status, body } of answers) {
          bytes += body.length;
          if (status < 200 || status > 299) failures.push(`${status} ${body.toString('utf8', 0, 200)}`);
        }
    }
    client.close();
  };
  await Promise.all(Array.from({ length: request.clients }, work));
  const seconds = (performance.now() - loadStart) / 1000;
  times.sort((one, other) => one - other);
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    used,
    completed: times.length,
    failed: failures.length,
    failure: failures[0],
    seconds,
    rate: times.length / seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    bytesPerItem: bytes / Math.max(1, times.length),
  };
}

process.on('message', (request: LoadRequest) => {
  void runLoad(request).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
