import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serveParent } from './child.ts';

/**
 * The simplest server that stores a file: writes the body as it arrives, syncs it to the disk, then answers.
 */
serveParent(async ({ dataDir }) => {
  const folder = join(dataDir, 'bare-upload');
  await mkdir(folder, { recursive: true });
  const server = createServer((request, response) => {
    const path = join(folder, randomUUID());
    const storeFile = async () => {
      await pipeline(request, createWriteStream(path));
      const file = await open(path, 'r+');
      await file.sync();
      await file.close();
      response.end('stored');
      await rm(path);
    };
    storeFile().catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
