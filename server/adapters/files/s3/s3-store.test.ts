import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { latestDate } from '#test/world/latest-date.ts';
import { s3Keys, startS3 } from '#test/world/s3-server.ts';
import { ensureBucket } from './ensure-bucket.ts';
import { createS3Store } from './s3-store.ts';

const s3 = await startS3();
const folder = await mkdtemp(join(tmpdir(), 'banjian-s3-'));
const store = createS3Store(s3.config, folder);
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  s3.objects.clear();
  s3.uploads.clear();
  s3.requests.length = 0;
  s3.clearFaults();
});

const id = '01890000-0000-7000-8000-0000000000a1';
const key = 'a1/00/01890000-0000-7000-8000-0000000000a1';
const megabyte = 1_048_576;
const textOf = async (range?: { start: number; end: number }) =>
  (await buffer(store.read(id, range))).toString();

describe('a file in a bucket', () => {
  test('is uploaded by keep under its disk name, and is doubtful until it is confirmed', async () => {
    const file = await store.receive(id, Buffer.from('来信'));
    expect(s3.objects.size).toBe(0);
    await file.keep();
    await file.discard();
    expect([...s3.objects.keys()].sort()).toEqual([key, `incoming/${id}.doubt`]);
    expect(await store.listDoubtful(latestDate)).toEqual([id]);
    expect(await store.listDoubtful(new Date('2026-01-01'))).toEqual([]);
    await store.confirm(id);
    expect([...s3.objects.keys()]).toEqual([key]);
    expect([await store.size(id), await textOf(), await textOf({ start: 3, end: 5 })]).toEqual([
      6,
      '来信',
      '信',
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is removed together with its doubt marker, and then has no size and fails with ENOENT', async () => {
    await store.put(id, Buffer.from('abc'));
    await store.remove(id);
    expect(s3.objects.size).toBe(0);
    expect(await store.size(id)).toBeUndefined();
    await expect(textOf()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('of 20 MB is uploaded in parts, and is read back unchanged', async () => {
    const bytes = randomBytes(20 * megabyte + 5);
    await store.put(id, bytes);
    expect(s3.requests.filter((one) => one.includes('partNumber'))).toHaveLength(3);
    expect(s3.uploads.size).toBe(0);
    expect((await buffer(store.read(id))).equals(bytes)).toBe(true);
    const localCopy = await store.openLocalCopy(id);
    expect((await readFile(localCopy.path)).equals(bytes)).toBe(true);
    await localCopy.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('may be empty', async () => {
    await store.put(id, Buffer.alloc(0));
    expect([await store.size(id), await textOf()]).toEqual([0, '']);
  });

  test('has its doubt marker listed, also over several pages', async () => {
    const ids = Array.from({ length: 5 }, (_, index) => `${id.slice(0, -1)}${index}`);
    for (const one of ids) await store.markDoubtful(one);
    expect(await store.listDoubtful(latestDate)).toEqual(ids);
  });

  test('is removed as a local leftover when it is old and only partly written', async () => {
    const file = await store.receive(id, Buffer.from('abc'));
    const longAgo = new Date('2026-01-01');
    await utimes(file.path, longAgo, longAgo);
    expect(await store.removeLeftovers(new Date('2026-02-01'))).toBe(1);
  });
});

describe('an S3 store that fails', () => {
  test('is retried after a short failure', async () => {
    s3.fail({ method: 'PUT', urlPart: key, kind: 'unavailable', times: 2 });
    s3.fail({ method: 'GET', urlPart: key, kind: 'cut' });
    await store.put(id, Buffer.from('abc'));
    expect(await textOf()).toBe('abc');
  });

  test('is read further after an interruption of a response, of the same object', async () => {
    const bytes = randomBytes(4 * megabyte);
    await store.put(id, bytes);
    s3.fail({ method: 'GET', urlPart: key, kind: 'cut in the middle', times: 2 });
    expect((await buffer(store.read(id))).equals(bytes)).toBe(true);
  });

  test('does not harm a slow reader when it closes the connection after each response', async () => {
    s3.closeConnections();
    const bytes = randomBytes(4 * megabyte);
    await store.put(id, bytes);
    for (let turn = 0; turn < 3; turn += 1) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of store.read(id)) {
        chunks.push(chunk);
        await wait(5);
      }
      expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
      const localCopy = await store.openLocalCopy(id);
      expect((await readFile(localCopy.path)).equals(bytes)).toBe(true);
      await localCopy.release();
    }
  });

  test('is reported as FILE_STORE_AWAY after repeated failures, and stores no file', async () => {
    s3.fail({ method: 'PUT', urlPart: key, kind: 'unavailable', times: 9 });
    await expect(store.put(id, Buffer.from('abc'))).rejects.toMatchObject({ code: 'FILE_STORE_AWAY' });
    expect([...s3.objects.keys()]).toEqual([`incoming/${id}.doubt`]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is detected when it stored other bytes than sent, and these are removed', async () => {
    s3.fail({ method: 'PUT', urlPart: 'a1/00', kind: 'wrong etag', times: 6 });
    await expect(store.put(id, Buffer.from('abc'))).rejects.toThrow('not what was sent');
    expect(s3.objects.has(key)).toBe(false);
    const large = randomBytes(9 * megabyte);
    await expect(store.put(id, large)).rejects.toThrow('not what was sent');
    expect([s3.objects.has(key), s3.uploads.size]).toEqual([false, 0]);
  });

  test('is detected when it answers 200 with an error body, and stores nothing', async () => {
    s3.fail({ method: 'POST', urlPart: 'uploadId', kind: 'error behind 200' });
    const other = `${id.slice(0, -4)}bbb2`;
    await expect(store.put(other, randomBytes(9 * megabyte))).rejects.toThrow('InternalError');
    expect([s3.objects.has(`b2/bb/${other}`), s3.uploads.size]).toEqual([false, 0]);
  });

  test('is detected when it answers 200 with a foreign page, such as a gateway’s, and stores and returns nothing', async () => {
    s3.fail({ method: 'PUT', urlPart: key, kind: 'login page' });
    await expect(store.put(id, Buffer.from('abc'))).rejects.toThrow('not that of a file store');
    s3.fail({ method: 'PUT', urlPart: 'incoming', kind: 'login page' });
    await expect(store.markDoubtful(id)).rejects.toThrow('not that of a file store');
    s3.fail({ method: 'POST', urlPart: 'uploadId', kind: 'login page' });
    await expect(store.put(id, randomBytes(9 * megabyte))).rejects.toThrow('not that of a file store');
    expect([s3.objects.has(key), s3.uploads.size]).toEqual([false, 0]);
    await store.put(id, Buffer.from('abc'));
    for (const method of ['GET', 'HEAD']) s3.fail({ method, urlPart: key, kind: 'login page' });
    await expect(textOf()).rejects.toMatchObject({ code: 'FILE_STORE_AWAY' });
    await expect(store.size(id)).rejects.toMatchObject({ code: 'FILE_STORE_AWAY' });
  });

  test('reports a missing bucket as a failed removal and as FILE_STORE_AWAY, not as a missing file', async () => {
    await store.put(id, Buffer.from('abc'));
    for (const method of ['DELETE', 'GET']) s3.fail({ method, urlPart: key, kind: 'no bucket' });
    await expect(store.remove(id)).rejects.toThrow('NoSuchBucket');
    await expect(textOf()).rejects.toMatchObject({ code: 'FILE_STORE_AWAY' });
  });

  test('is detected when it has fewer bytes than requested', async () => {
    await store.put(id, Buffer.from('abc'));
    await expect(textOf({ start: 1, end: 7 })).rejects.toThrow('is shorter than');
    await expect(textOf({ start: 5, end: 7 })).rejects.toThrow('is shorter than');
  });

  test('delays an upload or a start by at most 20 s when it never answers, and is named in the error', async () => {
    s3.fail({ method: 'PUT', urlPart: '', kind: 'hang', times: 99 });
    s3.fail({ method: 'GET', urlPart: 'list-type', kind: 'hang', times: 99 });
    const [put, start] = await Promise.allSettled([
      store.put(id, Buffer.from('abc')),
      ensureBucket(s3.config),
    ]);
    expect(put).toMatchObject({ reason: { code: 'FILE_STORE_AWAY' } });
    expect(start).toMatchObject({ reason: { message: expect.stringContaining(s3.config.endpoint) } });
  });

  test('is asked for the rest when it stops in the middle of a file', async () => {
    const bytes = randomBytes(megabyte);
    await store.put(id, bytes);
    s3.fail({ method: 'GET', urlPart: key, kind: 'hang in the middle' });
    expect((await buffer(store.read(id))).equals(bytes)).toBe(true);
  });

  test('rejects a wrong secret, region or access key', async () => {
    for (const wrong of [{ secretAccessKey: 'other' }, { region: 'elsewhere' }, { accessKeyId: 'x' }]) {
      const other = createS3Store({ ...s3.config, ...wrong }, folder);
      await expect(other.put(id, Buffer.from('abc'))).rejects.toThrow('403');
    }
    expect(s3.objects.size).toBe(0);
  });
});

describe('the check of the bucket at the start', () => {
  const messageOf = async (config: Parameters<typeof ensureBucket>[0]) =>
    await ensureBucket(config).then(
      () => '',
      (error: unknown) =>
        error instanceof StartupError ? error.message : `no startup error: ${String(error)}`,
    );

  test('accepts an existing writable bucket silently, and leaves it unchanged', async () => {
    expect(await messageOf(s3.config)).toBe('');
    expect(await messageOf(undefined)).toBe('');
    expect(s3.objects.size).toBe(0);
  });

  test('names the setting to check: address, bucket, keys', async () => {
    expect(await messageOf({ ...s3.config, endpoint: 'http://127.0.0.1:1' })).toContain('请检查 S3_ENDPOINT');
    expect(await messageOf({ ...s3.config, bucket: 'gone' })).toContain('没有存储桶 gone');
    expect(await messageOf({ ...s3.config, secretAccessKey: 'x' })).toContain('S3_SECRET_ACCESS_KEY');
    expect(await messageOf({ ...s3.config, accessKeyId: 'x' })).toContain('请检查 S3_ACCESS_KEY_ID');
    expect(await messageOf({ ...s3.config, secretAccessKey: 'x' })).not.toContain(s3Keys.secretAccessKey);
  });

  test('recognises other stores’ error codes for a wrong key and a wrong region', async () => {
    s3.fail({ method: 'GET', kind: 'unknown key' });
    expect(await messageOf(s3.config)).toContain('请检查 S3_ACCESS_KEY_ID。');
    s3.fail({ method: 'GET', kind: 'other region' });
    expect(await messageOf(s3.config)).toContain('S3_SECRET_ACCESS_KEY 和 S3_REGION');
  });

  test('reports a clock difference instead of wrong keys', async () => {
    s3.setClockAhead(20 * 60_000);
    const message = await messageOf(s3.config);
    expect(message).toContain('相差 20 分钟');
    expect(message).not.toContain('S3_ACCESS_KEY_ID');
  });

  test('finds a missing permission, and a store that stores nothing or deletes nothing', async () => {
    const start = 'incoming/start-';
    for (const [method, right] of [
      ['PUT', '写入'],
      ['GET', '读取'],
      ['DELETE', '删除'],
    ] as const) {
      s3.fail({ method, urlPart: start, kind: 'denied' });
      expect(await messageOf(s3.config)).toContain(`拒绝在存储桶 files 中${right}`);
    }
    s3.fail({ method: 'PUT', urlPart: start, kind: 'login page' });
    expect(await messageOf(s3.config)).toContain('读不回来');
    s3.fail({ method: 'GET', kind: 'login page' });
    expect(await messageOf(s3.config)).toContain('没有按约定应答');
    s3.fail({ method: 'DELETE', urlPart: start, kind: 'nothing done' });
    expect(await messageOf(s3.config)).toContain('仍能读到');
  });
});
