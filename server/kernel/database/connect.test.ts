import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { connect, readInstant } from './connect.ts';

describe('connect', () => {
  test('names the unreachable database without its password', async () => {
    const attempt = connect('postgres://clerk:secret@127.0.0.1:1/portal', { connectTimeoutMs: 300 });
    const message = await attempt.catch((error: Error) => error.message);
    expect(message).toContain('无法连接数据库 clerk@127.0.0.1:1/portal');
    expect(message).toContain('cannot be reached');
    expect(message).not.toContain('secret');
  });

  test('does not retry when the password is wrong', async () => {
    const stubServer = await openStubServer();
    await expect(connect(stubServer.url)).rejects.toThrow('password authentication failed');
    expect(stubServer.tries()).toBe(1);
    stubServer.close();
  });
});

test.each([
  '2026-11-22 16:00:00+08',
  '2026-11-22 16:00:00.1+08',
  '2026-11-22 16:00:00.123456-03',
  '2026-11-22 16:00:00.123+05:30',
  '1900-01-01 08:05:43+08:05:43',
  '0044-03-15 00:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  'infinity',
])('an instant is read as by the driver: %s', (text) => {
  expect(readInstant(text)).toEqual(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text));
});

/**
 * Opens a stub database server that refuses all clients like PostgreSQL with a wrong password, and counts
 * them.
 */
async function openStubServer(): Promise<{ url: string; tries(): number; close(): void }> {
  let tries = 0;
  const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed for user "clerk"', ''].join('\0');
  const body = Buffer.from(`${fields}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  const server = createServer((socket) => {
    tries += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://clerk:guess@127.0.0.1:${port}/portal`,
    tries: () => tries,
    close: () => server.close(),
  };
}
