import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createClamd } from './clamd.ts';
import { ScannerUnavailableError } from './scanner.ts';
import { createVirusScanner } from './virus-scanner.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-scan-'));
const servers: Server[] = [];
const sockets = new Set<Socket>();
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Starts a stub of the INSTREAM protocol; it answers when it has read the whole file, or on command. */
async function startStub(
  answer: (file: Buffer) => string | null,
  path?: string,
): Promise<{ host: string; port: number } | { path: string }> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const file = readInstream(bytes);
      const text = file && answer(file);
      if (typeof text === 'string') socket.end(`${text}\0`);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    if (path) server.listen(path, resolve);
    else server.listen(0, '127.0.0.1', resolve);
  });
  return path ? { path } : { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

function readInstream(bytes: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (bytes.subarray(0, command.length).toString() !== command) return undefined;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

const byContent = (file: Buffer) =>
  file.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';

describe.each([
  ['the built-in simulator', async () => createVirusScanner(undefined)],
  [
    'clamd over TCP',
    async () => createVirusScanner((await startStub(byContent)) as { host: string; port: number }),
  ],
  [
    'clamd over a Unix socket',
    async () => createVirusScanner(await startStub(byContent, join(folder, 'clamd.ctl'))),
  ],
])('%s', (_name, open) => {
  test('finds the test virus at any position, and passes clean files', async () => {
    const scanner = await open();
    expect(await scanner.scan(await fileOf('bare', eicar))).toMatch(/eicar/i);
    const across = Buffer.concat([Buffer.alloc(65_530), Buffer.from(eicar)]);
    expect(await scanner.scan(await fileOf('across', across))).toMatch(/eicar/i);
    expect(await scanner.scan(await fileOf('clean', Buffer.alloc(300_000, 65)))).toBeUndefined();
    expect(await scanner.scan(await fileOf('empty', ''))).toBeUndefined();
  });
});

describe('clamd', () => {
  test.each([
    ['reports that the file is too large', () => startStub(() => 'INSTREAM size limit exceeded. ERROR')],
    ['sends an empty response', () => startStub(() => '')],
    ['never answers', () => startStub(() => null)],
    ['is not running', async () => ({ path: join(folder, 'nobody') })],
  ])('reports no result when it %s', async (_case, open) => {
    const scanner = createClamd(await open(), { deadlineMs: 200 });
    await expect(scanner.scan(await fileOf('a', 'abc'))).rejects.toThrow(ScannerUnavailableError);
  });
});
