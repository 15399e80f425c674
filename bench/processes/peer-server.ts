import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a peer with the simplest HTTP: no session, no checks, no schema. All of this favours the peer. */
export async function servePeer(
  answer: (path: string, body: unknown) => Promise<unknown>,
): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    void readBody(request)
      .then((body) => answer(request.url ?? '/', body))
      .then(
        (value) => [200, value] as const,
        (error: unknown) => [500, { error: String(error) }] as const,
      )
      .then(([status, value]) => {
        const text = JSON.stringify(value);
        response.writeHead(status, { 'content-length': Buffer.byteLength(text) });
        response.end(text);
      });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}
