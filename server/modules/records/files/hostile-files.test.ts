import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FilePreview } from '#contract/file-previews.ts';
import { contentTypeOf } from '#server/adapters/files/content-type.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { acceptedFiles } from '#test/world/accepted-files.ts';
import { chunkSender } from '#test/world/chunk-sender.ts';
import { hostileDisguisedFiles } from '#test/world/hostile-disguised-files.ts';
import { hostileOfficeFiles } from '#test/world/hostile-office-files.ts';
import { hostileOtherFiles } from '#test/world/hostile-other-files.ts';
import {
  type EntryPath,
  type HostileCase,
  harmless,
  hostileProcessedFiles,
} from '#test/world/hostile-processed-files.ts';
import { scanCode } from '#test/world/phone.ts';
import { addPeople, type TestResponse, testPortal } from '#test/world/portal.ts';
import { unzip } from '#test/world/unzip.ts';
import { uploadTo } from '#test/world/upload.ts';
import { findFile } from './queries.ts';
import { storeFile } from './service.ts';
import { contentForReader } from './watermarked-copies.ts';

/** Tests small harmful files on all upload paths, and ordinary files (S2 §5). */

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const token = await portal.signIn('zhang');
const { context } = portal;
const zhang = await getActor(context, 'zhang');
const incoming = join(context.config.dataDir, 'files', 'incoming');
const sender = chunkSender(address, token);
const watermarkContext = {
  ...context,
  config: {
    ...context.config,
    uploads: { ...context.config.uploads, watermark: { preview: true, download: true } },
  },
};

const uploaded = [...hostileOfficeFiles, ...hostileOtherFiles, ...hostileDisguisedFiles];
const byUpload = (way: EntryPath): HostileCase[] =>
  uploaded.map(([what, name, bytes, message]) => [way, what, name, bytes, message]);
const hostile: readonly HostileCase[] = [
  ...byUpload('form'),
  // An empty file has no chunk.
  ...byUpload('chunks').filter(([, , , bytes]) => bytes.length > 0),
  // One file for each message: after its own checks, the phone path continues like the form.
  ...byUpload('phone').filter(
    ([, , , , message], index, all) => all.findIndex(([, , , , other]) => other === message) === index,
  ),
  ...hostileProcessedFiles,
];

/** Upload paths; each returns the message of the refusal, or `harmless` if the file did no harm. */
const ways: Record<EntryPath, (name: string, bytes: Uint8Array) => Promise<string | undefined>> = {
  form: async (name, bytes) => {
    const { status, body } = await uploadTo(address, token, [{ name, bytes }]);
    expect(status).toBe(400);
    expect(body.problems).toEqual([{ field: 'file', message: expect.stringContaining(body.errmsg ?? '?') }]);
    return body.errmsg;
  },
  chunks: async (name, bytes) => (await sender.sendAll(name, bytes)).body.errmsg,
  phone: async (name, bytes) => {
    const { phone } = await scanCode(portal, address, 'zhang');
    const planned = await phone.plan([{ key: 'file-key-1', name, size: bytes.length }]);
    const { refused = [] } = (planned.body.data ?? {}) as { refused?: { message: string }[] };
    return refused[0]?.message ?? (await phone.send('file-key-1', bytes)).body.errmsg;
  },
  filespic: (_name, bytes) => picture('/workportal/api/file/filespic', { imgFile: base64Of(bytes) }),
  base64File: (name, bytes) =>
    picture('/workportal/api/file/base64File', { files: [{ name, image: base64Of(bytes) }] }),
  package: async (name, bytes) => {
    const { body } = await uploadTo(address, token, [{ name, bytes }]);
    const id = (body.data as unknown as { rows: { id: string }[] } | undefined)?.rows[0]?.id;
    if (id === undefined) return body.errmsg;
    const answer = await fetch(`${address}/file/files/${id}/zip`, {
      headers: { 'x-refusal-status': 'http', 'x-access-token': token },
    });
    const [entryName = ''] = unzip(Buffer.from(await answer.arrayBuffer())).keys();
    expect(entryName).toMatch(/^[^/\\\p{Cc}\p{Cf}\p{Cs}]{1,200}$/u);
    expect(entryName).not.toMatch(/^\.\.?$/);
    return harmless;
  },
  preview: async (name, bytes) => {
    const { body } = await portal.call(`/api/files/${await store(name, bytes)}/preview-data`, { token });
    if (body.errmsg !== undefined) return body.errmsg;
    // Within all limits of the contract, and with no content of another file.
    const previewText = JSON.stringify(FilePreview.parse(body.data));
    expect(previewText.length).toBeLessThan(3_000_000);
    expect(previewText).not.toContain('root:');
    return harmless;
  },
  thumbnail: async (name, bytes) => {
    const { body } = await portal.call(`/api/file-thumbnails?ids=${await store(name, bytes)}`, { token });
    const { rows } = body.data as unknown as { rows: unknown[] };
    return rows.length === 0 ? harmless : 'a picture was drawn';
  },
  merge: async (name, bytes) => {
    const answer = await fetch(`${address}/workportal/api/file/filesToMulForFileIds`, {
      method: 'POST',
      body: await store(name, bytes),
      headers: { 'x-refusal-status': 'http', 'x-access-token': token, 'content-type': 'text/plain' },
    });
    const body = (await answer.json()) as TestResponse['body'];
    return body.errmsg;
  },
  watermark: async (name, bytes) => {
    const file = await findFile(context.db, await store(name, bytes));
    if (!file) return 'the file was lost';
    const content = await contentForReader(
      watermarkContext,
      zhang,
      { ...file, workorderId: 'order' },
      { purpose: 'preview' },
    );
    let size = 0;
    for await (const chunk of content.read()) size += (chunk as Buffer).length;
    return size === content.size ? harmless : 'the size is wrong';
  },
};

const base64Of = (bytes: Uint8Array) =>
  Buffer.from(bytes).toString() === '§§§' ? '§§§' : Buffer.from(bytes).toString('base64');

async function picture(path: string, json: object): Promise<string | undefined> {
  const { body }: Pick<TestResponse, 'body'> = await portal.call(path, { token, json });
  return body.problems?.[0]?.message.replace(/^.*?：/, '') ?? body.errmsg;
}

/** Stores a file as if it had not been checked at its upload. */
async function store(name: string, bytes: Uint8Array): Promise<string> {
  const ending = name.split('.').at(-1) ?? '';
  const contentType = contentTypeOf((ending === 'txt' || ending === 'csv' ? 'text' : ending) as 'pdf');
  return (await storeFile(context, zhang, { name, bytes, contentType }, 'r')).id;
}

describe('hostile files', () => {
  test.each(hostile)(
    'are refused with the right message or made harmless (S2 §5): by %s, %s in %s',
    async (way, _what, name, bytes, outcome) => {
      await context.db.deleteFrom('rate_limits').execute();
      expect(await ways[way](name, bytes)).toBe(outcome);
    },
  );

  test('cover at least 140 cases in every way of upload, and leave nothing behind', async () => {
    const distinct = new Set(
      hostile.map(([, , name, bytes]) => `${name} ${createHash('md5').update(bytes).digest('hex')}`),
    );
    const ofWays = new Set(hostile.map(([way]) => way));
    process.stdout.write(`${distinct.size} hostile files, ${hostile.length} tries on ${ofWays.size} ways\n`);
    expect(distinct.size).toBeGreaterThanOrEqual(140);
    expect([...ofWays].sort()).toEqual(Object.keys(ways).sort());
    // Copies with a reader's name stay in this folder while they are read.
    const remaining = (await readdir(incoming)).filter((name) => !name.endsWith('-side.part'));
    expect(remaining).toEqual([]);
    expect(await context.db.selectFrom('chunked_uploads').select('id').execute()).toEqual([]);
  });
});

describe('ordinary files', () => {
  test.each(acceptedFiles)('are stored: %s', async (name, bytes, storedName) => {
    const { body } = await uploadTo(address, token, [{ name, bytes }]);
    expect(body.errmsg).toBeUndefined();
    expect(body.data).toMatchObject({ rows: [{ filename: storedName, size: bytes.length }], total: 1 });
  });
});
