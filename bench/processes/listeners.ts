import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { notifyChannel, notifyPayloads } from '#server/kernel/http/notify.ts';

/** The screens of many people, and the one statement that notifies them; in a separate process. */

export interface ListenRequest {
  url: string;
  port: number;
  path: string;
  /** Each person opens the same number of streams. */
  tokens: readonly string[];
  streams: number;
  topic: string;
}

/** The time from the statement until the last screen had its notification. */
export interface NotificationReport {
  lastMs: number;
  /** Processor time that the screens themselves took. */
  cpuMs: number;
}

/** Number of streams opened at the same time. */
const parallelOpens = 50;
const readyEvent = /\r\n\r\n[\s\S]*event: ready\n/;

/**
 * The connections of all screens, which read into the same buffer and store nothing, so that their own cost is
 * small. A notification is one write of some eighty bytes, so it is expected to arrive in one piece.
 */
class Screens {
  readonly #bytes = Buffer.alloc(64 * 1024);
  #count = 0;
  #expected: { text: string; remaining: number; resolve(): void } | undefined;

  async open({ port, path }: ListenRequest, token: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      let received = '';
      let isOpen = false;
      const socket: Socket = connect({
        host: '127.0.0.1',
        port,
        noDelay: true,
        onread: {
          buffer: this.#bytes,
          callback: (length) => {
            const chunk = this.#bytes.toString('latin1', 0, length);
            if (isOpen) return this.#receive(chunk);
            received += chunk;
            if (!readyEvent.test(received)) return true;
            isOpen = true;
            resolve();
            return true;
          },
        },
      });
      socket.once('error', reject);
      socket.once('close', () =>
        reject(new Error(`The server closed an event stream: ${received.slice(0, 300)}`)),
      );
      socket.write(`GET ${path} HTTP/1.1\r\nhost: portal\r\nx-access-token: ${token}\r\n\r\n`);
    });
    this.#count += 1;
  }

  /** Resolves when every screen has read the text. */
  waitFor(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#expected = { text, remaining: this.#count, resolve };
    });
  }

  #receive(text: string): boolean {
    if (!this.#expected || !text.includes(this.#expected.text)) return true;
    this.#expected.remaining -= 1;
    if (this.#expected.remaining === 0) this.#expected.resolve();
    return true;
  }
}

async function openAll(request: ListenRequest): Promise<Screens> {
  const screens = new Screens();
  let next = 0;
  const work = async () => {
    while (next < request.streams) {
      const token = request.tokens[next % request.tokens.length] ?? '';
      next += 1;
      await screens.open(request, token);
    }
  };
  await Promise.all(Array.from({ length: parallelOpens }, work));
  return screens;
}

async function serve(request: ListenRequest): Promise<void> {
  const screens = await openAll(request);
  const client = new pg.Client({ connectionString: request.url });
  await client.connect();
  const report = async (): Promise<NotificationReport> => {
    const id = randomUUID();
    const payloads = notifyPayloads({ topics: [request.topic], event: 'inbox', id });
    const delivery = screens.waitFor(id);
    const usageBefore = process.cpuUsage();
    const startTime = performance.now();
    await client.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
      notifyChannel,
      payloads,
    ]);
    await delivery;
    const lastMs = performance.now() - startTime;
    const { user, system } = process.cpuUsage(usageBefore);
    return { lastMs, cpuMs: (user + system) / 1000 };
  };
  process.on('message', () => void report().then((figures) => process.send?.(figures)));
  process.on('disconnect', () => process.exit(0));
  process.send?.('listening');
}

process.once('message', (request: ListenRequest) => {
  serve(request).catch((error: Error) => process.send?.(error.message));
});
