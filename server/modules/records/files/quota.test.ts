import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { expect, test } from 'vitest';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { pngOf } from '#test/world/office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { attachFilesToDraft, storeFile, storeUploads } from './service.ts';
import { createUploadLimiter } from './upload-limiter.ts';

/** Tests that files of deleted drafts do not stop a person from working, and cannot grow without limit. */

const png = pngOf();
const portal = await testPortal();
await addPeople(portal, [{ account: 'li', name: '李娜' }]);
const context = {
  ...portal.context,
  config: { ...portal.context.config, uploads: { ...portal.context.config.uploads, personMb: 1 } },
};
const actor = await getActor(context, 'li');

async function putIntoDeletedDraft(kilobytes: number): Promise<void> {
  const bytes = Buffer.alloc(kilobytes * 1024);
  const file = await storeFile(
    context,
    actor,
    { name: 'a.pdf', bytes, contentType: 'application/pdf' },
    'test',
  );
  const id = randomUUID();
  const now = context.now();
  await context.db
    .insertInto('drafts')
    .values({
      id,
      staff_id: 'li',
      task_code: 't',
      business_item_id: 't-1',
      item_name: 't',
      title: 't',
      content_sealed: '',
      created_at: now,
      updated_at: now,
      deleted_at: now,
    })
    .execute();
  await inTransaction(context.db, (tx) => attachFilesToDraft(tx, { id, staffId: 'li' }, [{ id: file.id }]));
}

async function* partsOf(files: readonly { name: string; bytes: Uint8Array }[]) {
  for (const { name, bytes } of files) {
    yield { filename: name, file: Readable.from([bytes]) } as unknown as MultipartFile;
  }
}

async function upload(): Promise<string> {
  const part = partsOf([{ name: 'a.png', bytes: Buffer.concat([png, Buffer.alloc(200 * 1024)]) }]);
  const stored = await storeUploads(context, createUploadLimiter(), { actor, requestId: 'test' }, part);
  return isRefusal(stored) ? stored.refused : 'stored';
}

test('files of deleted drafts do not count against the quota, up to the same amount again', async () => {
  await putIntoDeletedDraft(1000);
  expect(await upload()).toBe('stored');
  await putIntoDeletedDraft(700);
  expect(await upload()).toBe('uploadQuotaReached');
});
