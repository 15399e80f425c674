import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Log } from '#server/kernel/log/log.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';

/** Tests files whose size differs from their row: the reader must not wait for bytes that do not exist. */

const loggedMessages: string[] = [];
/** Ignores security events, which are logged independently. */
const record = (_values: object, message: string) => {
  if (message !== 'Security event') loggedMessages.push(message);
};
const log: Log = { trace: record, debug: record, info: record, warn: record, error: record, fatal: record };
const portal = await testPortal({ log });
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const token = await portal.signIn('zhang');
const folder = join(portal.context.config.dataDir, 'files');
const get = (path: string) => fetch(`${address}${path}`, { headers: { 'x-access-token': token } });

let id: string;
beforeEach(async () => {
  const bytes = Buffer.from(`%PDF-1.7 ${'甲'.repeat(100_000)} ${loggedMessages.length} ${performance.now()}`);
  const { body } = await uploadTo(address, token, [{ name: '来信.pdf', bytes }]);
  id = (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
  loggedMessages.splice(0);
});

async function cutTo(bytes: number): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await truncate(join(folder, names.find((name) => name.endsWith(id)) ?? ''), bytes);
}

describe('the download of a truncated file', () => {
  test.each(['', '/preview'])(
    'is aborted at once, with a log entry (GET /file/files/:id%s)',
    async (suffix) => {
      expect(
        (await get(`/file/files/${id}${suffix}`).then((answer) => answer.arrayBuffer())).byteLength,
      ).toBeGreaterThan(300_000);
      expect(loggedMessages).toEqual([]);
      await cutTo(1_000);
      const answer = await get(`/file/files/${id}${suffix}`);
      await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
      expect(loggedMessages).toEqual(['A transfer was interrupted']);
    },
  );

  test('fails with an ordinary error when no byte is left', async () => {
    await cutTo(0);
    expect((await get(`/file/files/${id}`)).status).toBe(500);
    expect(loggedMessages).toEqual(['A call failed']);
  });

  test('is aborted in a package, too', async () => {
    await cutTo(1_000);
    const answer = await get(`/file/files/${id},${id}/zip`);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    expect(loggedMessages).toEqual(['A transfer was interrupted']);
  });

  test('logs no error when the reader aborts', async () => {
    const answer = await get(`/file/files/${id}`);
    await answer.body?.cancel();
    expect((await get(`/file/files/${id}`)).status).toBe(200);
    expect(loggedMessages).toEqual([]);
  });
});
