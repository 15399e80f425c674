import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A connection to a database that can be frozen: it then accepts connections and bytes, but forwards nothing.
 */
export interface FreezableProxy {
  url: string;
  freeze(): void;
  /** Ends every connection and refuses new ones, as if the server had been killed, until it is resumed. */
  cut(): void;
  resume(): void;
  close(): void;
}

export async function openFreezableProxy(to: string): Promise<FreezableProxy> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isCut = false;
  const delayed: (() => void)[] = [];
  const whenResumed = (work: () => void) => (isFrozen ? delayed.push(work) : work());
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    whenResumed(() => {
      if (client.destroyed) return;
      const upstream = connect(Number(target.port || 5432), target.hostname);
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(socket);
        socket.on('data', (bytes) => whenResumed(() => other.write(bytes)));
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.on('error', () => undefined);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    resume() {
      isFrozen = false;
      isCut = false;
      for (const work of delayed.splice(0)) work();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
