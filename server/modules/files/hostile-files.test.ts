import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { honestFiles } from '#test/world/honest-files.ts';
import { hostileDisguisedFiles } from '#test/world/hostile-disguised-files.ts';
import { hostileOfficeFiles } from '#test/world/hostile-office-files.ts';
import { hostileOtherFiles } from '#test/world/hostile-other-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';

/** What strangers send, small and wrong, and what honest people send (S2 §5). */

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const token = await portal.signIn('zhang');
const incoming = join(portal.context.config.dataDir, 'files', 'incoming');

const hostile = [...hostileOfficeFiles, ...hostileOtherFiles, ...hostileDisguisedFiles];

describe('what a stranger sends', () => {
  test.each(hostile)(
    '%s in %s is refused in the right words (S2 §5)',
    async (_case, name, bytes, message) => {
      const { status, body } = await uploadTo(address, token, [{ name, bytes }]);
      expect(body.errmsg).toBe(message);
      expect(status).toBe(400);
      expect(body.problems).toEqual([{ field: 'file', message: expect.stringContaining(message) }]);
    },
  );

  test('is a long list, and nothing of it stays on the disk', async () => {
    expect(hostile.length).toBeGreaterThanOrEqual(40);
    expect(await readdir(incoming)).toEqual([]);
    expect(await portal.context.db.selectFrom('files').select('id').execute()).toEqual([]);
  });
});

describe('what honest people send', () => {
  test.each(honestFiles)('%s is kept', async (name, bytes, keptName) => {
    const { body } = await uploadTo(address, token, [{ name, bytes }]);
    expect(body.errmsg).toBeUndefined();
    expect(body.data).toMatchObject({ rows: [{ filename: keptName, size: bytes.length }], total: 1 });
  });
});
