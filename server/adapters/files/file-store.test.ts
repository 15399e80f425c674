import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { latestDate } from '#test/world/latest-date.ts';
import { createDiskStore } from './file-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-store-'));
const store = createDiskStore(folder);
afterAll(() => rm(folder, { recursive: true, force: true }));

const id = '01890000-0000-7000-8000-0000000000a1';
const incoming = join(folder, 'incoming');

describe('an incoming file', () => {
  test('of 25 MB is streamed to disk: less than 1 MB is unwritten at any time', async () => {
    const chunk = Buffer.alloc(65_536, 7);
    let [sent, maxUnwritten] = [0, 0];
    async function* chunks() {
      for (let count = 0; count < 400; count += 1) {
        const writtenBytes =
          sent === 0 ? 0 : (statSync(join(incoming, `${id}.part`), { throwIfNoEntry: false })?.size ?? 0);
        maxUnwritten = Math.max(maxUnwritten, sent - writtenBytes);
        sent += chunk.length;
        yield chunk;
      }
    }
    const file = await store.receive(id, Readable.from(chunks()));
    expect(maxUnwritten).toBeLessThan(1_048_576);
    expect(file.size).toBe(400 * 65_536);
    expect(file.sha256).toBe(
      createHash('sha256')
        .update(Buffer.alloc(400 * 65_536, 7))
        .digest('hex'),
    );
    await file.discard();
  });

  test('is stored only after keep, and only under its id', async () => {
    const file = await store.receive(id, Buffer.from('abc'));
    expect(await store.size(id)).toBeUndefined();
    await file.keep();
    await file.discard();
    expect(await store.size(id)).toBe(3);
    await store.confirm(id);
    expect(await readdir(incoming)).toEqual([]);
  });

  test('is doubtful from keep until it is confirmed or removed', async () => {
    const longAgo = new Date('2026-01-01');
    for (const resolveDoubt of [store.confirm, store.remove]) {
      await store.put(id, Buffer.from('abc'));
      expect(await store.listDoubtful(longAgo)).toEqual([]);
      expect(await store.listDoubtful(latestDate)).toEqual([id]);
      await resolveDoubt(id);
      expect(await store.listDoubtful(latestDate)).toEqual([]);
    }
    expect(await store.size(id)).toBeUndefined();
  });

  test('leaves nothing when its stream breaks off', async () => {
    async function* broken() {
      yield Buffer.from('abc');
      throw new Error('cut off');
    }
    await expect(store.receive(`${id}b`, Readable.from(broken()))).rejects.toThrow('cut off');
    expect(await readdir(incoming)).toEqual([]);
  });

  test('is removed as a leftover when it is old and only partly written', async () => {
    for (const name of ['old.part', 'new.part']) await writeFile(join(incoming, name), 'x');
    const yesterday = new Date('2026-03-01');
    await utimes(join(incoming, 'old.part'), yesterday, yesterday);
    await utimes(join(incoming, 'new.part'), new Date('2026-03-03'), new Date('2026-03-03'));
    expect(await store.removeLeftovers(new Date('2026-03-02'))).toBe(1);
    expect(await readdir(incoming)).toEqual(['new.part']);
  });

  test('is refused when its id is not a file id', async () => {
    await expect(store.receive('../../etc/passwd', Buffer.alloc(1))).rejects.toThrow('Not a file id');
  });
});
