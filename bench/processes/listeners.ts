import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { notifyChannel, notifyPayloads } from '#server/http/notify.ts';

/** The screens of many people, and the one statement that tells them something; a process of its own. */

export interface ListenOrder {
  url: string;
  port: number;
  path: string;
  /** Each opens as many streams as the next. */
  tokens: readonly string[];
  streams: number;
  topic: string;
}

/** How long after the statement was sent the last screen had what it told. */
export interface Told {
  lastMs: number;
}

/** Opened side by side. */
const atOnce = 50;
const beginning = /\r\n\r\n[\s\S]*event: ready\n/;

class Screen {
  readonly socket: Socket;
  /** What has arrived last; a notice may come in two pieces. */
  #tail = '';
  #awaited: { text: string; seen(): void } | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#tail = (this.#tail + chunk.toString('latin1')).slice(-2_000);
      if (!this.#awaited || !this.#tail.includes(this.#awaited.text)) return;
      this.#awaited.seen();
      this.#awaited = undefined;
    });
  }

  await(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { text, seen: resolve };
    });
  }

  static async open({ port, path }: ListenOrder, token: string): Promise<Screen> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.write(`GET ${path} HTTP/1.1\r\nhost: portal\r\nx-access-token: ${token}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      let text = '';
      const read = (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (!beginning.test(text)) return;
        socket.off('data', read);
        resolve();
      };
      socket.on('data', read);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`A stream was closed: ${text.slice(0, 300)}`)));
    });
    return new Screen(socket);
  }
}

async function openAll(order: ListenOrder): Promise<Screen[]> {
  const screens: Screen[] = [];
  let next = 0;
  const work = async () => {
    while (next < order.streams) {
      const token = order.tokens[next % order.tokens.length] ?? '';
      next += 1;
      screens.push(await Screen.open(order, token));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return screens;
}

async function serve(order: ListenOrder): Promise<void> {
  const screens = await openAll(order);
  const client = new pg.Client({ connectionString: order.url });
  await client.connect();
  const tell = async (): Promise<Told> => {
    const id = randomUUID();
    const payloads = notifyPayloads({ topics: [order.topic], event: 'inbox', id });
    const all = Promise.all(screens.map((screen) => screen.await(id)));
    const began = performance.now();
    await client.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
      notifyChannel,
      payloads,
    ]);
    await all;
    return { lastMs: performance.now() - began };
  };
  process.on('message', () => void tell().then((told) => process.send?.(told)));
  process.on('disconnect', () => process.exit(0));
  process.send?.('listening');
}

process.once('message', (order: ListenOrder) => {
  serve(order).catch((error: Error) => process.send?.(error.message));
});
