import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { filePreviews } from '#contract/file-previews.ts';
import { files } from '#contract/files.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { chunkSender } from '#test/world/chunk-sender.ts';
import { createEmptyDatabase } from '#test/world/database.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { hasNginx, type ReverseProxy, startProxy } from '#test/world/proxy.ts';
import { startS3 } from '#test/world/s3-server.ts';
import { unzipBytes } from '#test/world/unzip.ts';
import { uploadTo } from '#test/world/upload.ts';

/**
 * Tests two servers that share no disk, only a database, the keys and a bucket (docs/decisions/0174), behind
 * nginx if it is installed.
 */

if (!hasNginx)
  console.warn(
    'LEFT OUT: there is no nginx on this machine, so that no two servers with a bucket are tried.',
  );

const folder = mkdtempSync(join(tmpdir(), 'banjian-bucket-'));
const dataOf = (name: 'a' | 'b') => join(folder, `data-${name}`);
const database = hasNginx ? await createEmptyDatabase() : undefined;
const s3 = hasNginx ? await startS3() : undefined;
const servers: PortalProcess[] = [];
let proxy: ReverseProxy | undefined;
afterAll(async () => {
  await proxy?.stop();
  for (const server of servers) {
    server.signal('SIGKILL');
    await server.waitForExit();
  }
  await s3?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

async function startServer(name: 'a' | 'b', port: number): Promise<string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3?.config ?? {};
  const server = await startPortal({
    PORTAL_MODE: 'demo',
    PORTAL_DEMO_ORDERS: '0',
    PORTAL_DEMO_CAPTCHA: 'A7K3',
    DATABASE_URL: database?.url ?? '',
    DATA_DIR: dataOf(name),
    TRUST_PROXY: '1',
    DATABASE_CONNECTIONS: '5',
    PORT: String(port),
    S3_ENDPOINT: endpoint ?? '',
    S3_BUCKET: bucket ?? '',
    S3_REGION: region ?? '',
    S3_ACCESS_KEY_ID: accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: secretAccessKey ?? '',
  });
  servers.push(server);
  expect(server.address, server.output()).toBeDefined();
  return server.address ?? '';
}

/** Returns the content of a server's folder of files. */
function filesOnDisk(name: 'a' | 'b'): string[] {
  const path = join(dataOf(name), 'files');
  if (!existsSync(path)) return [];
  const found = readdirSync(path, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => one.name);
}

const color = { r: 40, g: 90, b: 160 };
const picture = hasNginx
  ? await sharp({ create: { width: 600, height: 400, channels: 3, background: color } })
      .png()
      .toBuffer()
  : Buffer.alloc(0);
const text = Buffer.from('姓名,事项\n张伟,来信\n');
/** Three chunks. */
const large = Buffer.concat([samplePdf, Buffer.alloc(600 * 1024, '%')]);

test.runIf(hasNginx)(
  'files uploaded to one server are available on the other after the first one is killed',
  async () => {
    const ports = [await freePort(), await freePort()] as const;
    const one = await startServer('a', ports[0]);
    // As in the guide: both have the same keys.
    cpSync(join(dataOf('a'), 'keys'), join(dataOf('b'), 'keys'), { recursive: true });
    await startServer('b', ports[1]);
    proxy = await startProxy(folder, ports);
    const { address } = proxy;
    const { signIn, headersOf } = openCaller(address, newTally());
    await signIn('zhangwei', demoPassword);
    const headers = headersOf('zhangwei');
    const token = headers['x-access-token'];
    const parts = [
      { name: '现场.png', bytes: picture },
      { name: '名单.csv', bytes: text },
    ];
    const uploadResponse = await uploadTo(one, token, parts);
    const { rows } = uploadResponse.body.data as unknown as { rows: { id: string }[] };
    const [photo = '', list = ''] = rows.map(({ id }) => id);
    const firstChunk = await chunkSender(one, token).send('卷宗.pdf', large, 0);
    expect(firstChunk.data.uploadComplete).toBe(false);

    servers[0]?.signal('SIGKILL');
    await servers[0]?.waitForExit();

    // The chunk that the first server received is not requested again.
    const remainingChunks = chunkSender(address, token);
    expect((await remainingChunks.check('卷宗.pdf', large)).data.missChunks).toEqual([1, 2]);
    await remainingChunks.send('卷宗.pdf', large, 1);
    const lastChunk = await remainingChunks.send('卷宗.pdf', large, 2);
    expect(lastChunk.data.uploadComplete).toBe(true);
    const file = lastChunk.data.rows[0]?.id ?? '';

    const read = async (path: string) => {
      const answer = await fetch(address + path, { headers });
      expect(answer.status, path).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const pathWithId = (path: string, id: string) => path.replace(/:ids?/, id);
    for (const [id, bytes] of [
      [photo, picture],
      [list, text],
      [file, large],
    ] as const) {
      expect((await read(pathWithId(files.downloadInPortal.path, id))).equals(bytes)).toBe(true);
    }
    expect((await read(pathWithId(files.preview.path, photo))).equals(picture)).toBe(true);
    const previewText = await read(pathWithId(filePreviews.data.path, list));
    expect(previewText.toString()).toContain('张伟');
    const zipEntries = unzipBytes(await read(pathWithId(files.packageInPortal.path, `${photo},${file}`)));
    expect([...zipEntries]).toEqual([
      ['现场.png', picture],
      ['卷宗.pdf', large],
    ]);
    await expect
      .poll(async () => (await read(`${filePreviews.thumbnails.path}?ids=${photo}`)).toString(), {
        timeout: 30_000,
      })
      .toContain('data:image/');

    expect([...filesOnDisk('a'), ...filesOnDisk('b')]).toEqual([]);
    expect(s3?.objects.size).toBeGreaterThan(2);
  },
  180_000,
);
