import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { createClamd } from '#server/adapters/gateways/virus-scanner/clamd.ts';
import { atTime } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { latestDate } from '#test/world/latest-date.ts';
import { pngOf } from '#test/world/office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';
import { attachFilesToDraft, cleanUpFiles, storeFile, storeUploads } from './service.ts';
import { createUploadLimiter } from './upload-limiter.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const png = pngOf();

const upload = (token: string, parts: { name: string; bytes: Uint8Array }[], path?: string) =>
  uploadTo(address, token, parts, path);

async function uploadPicture(token: string): Promise<string> {
  const { body } = await upload(token, [{ name: '照片.png', bytes: png }]);
  return (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
}

describe('POST /file/files', () => {
  test('requires a session', async () => {
    expect((await upload('', [{ name: 'a.png', bytes: png }])).status).toBe(401);
  });

  test.each(['/file/files', '/workportal/api/file/files', '/file/files?dirType=materials&direction=02'])(
    'stores the files sent to %s',
    async (path) => {
      const { body } = await upload(
        await portal.signIn('zhang'),
        [
          { name: '照片.png', bytes: png },
          { name: '来信.pdf', bytes: Buffer.from('%PDF-1.7 ...') },
        ],
        path,
      );
      expect(body.data).toMatchObject({
        rows: [
          { filename: '照片.png', size: png.length, contentType: 'image/png' },
          { filename: '来信.pdf', size: 12, contentType: 'application/pdf' },
        ],
        total: 2,
      });
    },
  );

  test.each([
    ['a program named as a picture', 'a.png', Buffer.from('MZ\u0090')],
    ['a page', 'a.html', Buffer.from('<html>')],
    ['a file without an extension', 'png', png],
  ])('refuses %s, and stores nothing of the same form', async (_case, name, bytes) => {
    const before = await countFiles();
    const { status, body } = await upload(await portal.signIn('zhang'), [
      { name: 'good.png', bytes: png },
      { name, bytes },
    ]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errcode: 40030, errmsg: '格式错误！请重新上传' });
    expect(await countFiles()).toBe(before);
  });

  test('reports size and number limits like a form field (S2 §5)', async () => {
    const token = await portal.signIn('zhang');
    const before = await countFiles();
    const large = Buffer.concat([png, Buffer.alloc(30 * 1024 * 1024)]);
    const tooLarge = await upload(token, [
      { name: 'a.png', bytes: large },
      { name: 'b.exe', bytes: png },
    ]);
    expect(tooLarge.status).toBe(400);
    expect(tooLarge.body).toMatchObject({
      errcode: 40031,
      errmsg: '附件大小不得超过30M！请重新上传',
      problems: [
        { field: 'file', message: 'a.png：附件大小不得超过30M！请重新上传' },
        { field: 'file', message: 'b.exe：格式错误！请重新上传' },
      ],
    });
    const many = await upload(
      token,
      Array.from({ length: 11 }, () => ({ name: 'a.png', bytes: png })),
    );
    expect(many.status).toBe(400);
    expect(many.body).toMatchObject({ errcode: 40032, errmsg: '附件数量不得超过10个！请重新上传' });
    expect(await countFiles()).toBe(before);
    expect(await readdir(join(portal.context.config.dataDir, 'files', 'incoming'))).toEqual([]);
  });

  test('leaves nothing of an aborted upload', async () => {
    const before = await countFiles();
    const controller = new AbortController();
    const body = new ReadableStream({
      start(stream) {
        const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
        stream.enqueue(Buffer.concat([Buffer.from(head), png]));
      },
    });
    const sent = fetch(`${address}/file/files`, {
      method: 'POST',
      body,
      duplex: 'half',
      signal: controller.signal,
      headers: {
        'x-refusal-status': 'http',
        'x-access-token': await portal.signIn('zhang'),
        'content-type': 'multipart/form-data; boundary=b',
      },
    } as RequestInit);
    const incoming = join(portal.context.config.dataDir, 'files', 'incoming');
    await expect.poll(() => readdir(incoming)).toHaveLength(1);
    controller.abort();
    await expect(sent).rejects.toThrow();
    await expect.poll(() => readdir(incoming)).toEqual([]);
    expect(await countFiles()).toBe(before);
  });

  test('stores no more for one person than the operator allows, also under concurrent uploads', async () => {
    const { context } = portal;
    const actor = await getActor(context, 'li');
    await storeFile(
      context,
      actor,
      { name: 'a.pdf', bytes: Buffer.alloc(29 * 1_048_576), contentType: 'application/pdf' },
      'test',
    );
    const limitedContext = {
      ...context,
      config: { ...context.config, uploads: { ...context.config.uploads, personMb: 30 } },
    };
    const half = Buffer.concat([png, Buffer.alloc(600 * 1024)]);
    const limiter = createUploadLimiter();
    const answers = await Promise.all(
      [1, 2].map((number) =>
        storeUploads(
          limitedContext,
          limiter,
          { actor, requestId: 'test' },
          partsOf([{ name: `${number}.png`, bytes: half }]),
        ),
      ),
    );
    expect(answers.filter(isRefusal)).toMatchObject([
      {
        refused: 'uploadQuotaReached',
        problems: [{ field: 'file', message: expect.stringContaining('30M') }],
      },
    ]);
    expect(await countFiles('li')).toBe(2);
    await context.db.deleteFrom('files').where('owner_staff_id', '=', 'li').execute();
  });

  test('refuses a file that could not be scanned, and does not store it', async () => {
    const { context } = portal;
    const actor = await getActor(context, 'li');
    const scanner = createClamd({ path: '/nowhere/clamd.ctl' });
    const answer = await storeUploads(
      { ...context, scanner },
      createUploadLimiter(),
      { actor, requestId: 'test' },
      partsOf([{ name: 'a.png', bytes: png }]),
    );
    expect(answer).toMatchObject({
      refused: 'busy',
      message: '病毒扫描服务暂不可用，文件未保存，请稍后重新上传',
    });
    expect(await countFiles('li')).toBe(0);
  });

  test('requires a file', async () => {
    expect((await upload(await portal.signIn('zhang'), [])).body.problems).toEqual([
      { field: 'file', message: '请选择文件' },
    ]);
  });
});

async function countFiles(owner = 'zhang'): Promise<number> {
  const files = portal.context.db.selectFrom('files').select('id').where('owner_staff_id', '=', owner);
  return (await files.execute()).length;
}

/** Yields parts of a form as the HTTP layer does. */
async function* partsOf(files: readonly { name: string; bytes: Uint8Array }[]) {
  for (const { name, bytes } of files) {
    yield { filename: name, file: Readable.from([bytes]) } as unknown as MultipartFile;
  }
}

describe('the upload limits', () => {
  test('allow three concurrent forms per person and twelve per process, and refuse more without waiting', () => {
    const limiter = createUploadLimiter();
    const entries = [limiter.acquire('a'), limiter.acquire('a'), limiter.acquire('a')];
    expect(entries.some(isRefusal)).toBe(false);
    expect(limiter.acquire('a')).toMatchObject({ refused: 'tooManyRequests' });
    for (const person of ['b', 'c', 'd']) for (let form = 0; form < 3; form += 1) limiter.acquire(person);
    expect(limiter.acquire('e')).toMatchObject({ refused: 'busy' });
    const [leave] = entries;
    if (typeof leave === 'function') {
      leave();
      leave();
    }
    expect(limiter.acquire('e')).toBeTypeOf('function');
    expect(limiter.acquire('e')).toMatchObject({ refused: 'busy' });
  });
});

describe('unattached files', () => {
  test('are removed after the days that the operator sets; files of an order or a draft stay', async () => {
    const { context } = portal;
    const actor = await getActor(context, 'li');
    // Each file has different bytes: equal ones would be stored once.
    const store = (bytes = Buffer.concat([png, Buffer.from(context.newId())])) =>
      storeFile(context, actor, { name: 'a.png', bytes, contentType: 'image/png' }, 'test');
    await context.db.deleteFrom('files').execute();
    const [unattached, ofOrder, ofDraft] = [await store(), await store(), await store()];
    await context.db
      .updateTable('files')
      .set({ workorder_id: 'order' })
      .where('id', '=', ofOrder.id)
      .execute();
    const draft = { id: '01890000-0000-7000-8000-00000000000d', staffId: 'li' };
    const drafts = {
      task_code: 't',
      business_item_id: 't-1',
      item_name: 't',
      title: 't',
      content_sealed: '',
    };
    const times = { created_at: context.now(), updated_at: context.now() };
    await context.db
      .insertInto('drafts')
      .values({ id: draft.id, staff_id: 'li', ...drafts, ...times })
      .execute();
    const attach = (content: unknown) =>
      inTransaction(context.db, (tx) => attachFilesToDraft(tx, draft, content));
    await attach([{ formCode: 'f', content: { rows: [{ papers: [{ id: ofDraft.id }] }] } }]);
    const later = atTime(context, new Date(context.now().getTime() + 8 * 86_400_000));
    expect(await cleanUpFiles(atTime(context, new Date(context.now().getTime() + 6 * 86_400_000)))).toBe(0);
    expect(await cleanUpFiles(later)).toBe(1);
    expect([await context.files.size(unattached.id), await context.files.size(ofDraft.id)]).toEqual([
      undefined,
      ofDraft.size,
    ]);
    await attach([]);
    expect(await cleanUpFiles(later)).toBe(1);
    expect(await context.files.size(ofOrder.id)).toBe(ofOrder.size);
  });

  test('are confirmed or removed after a process died between bytes and rows: confirmed when a row refers to them', async () => {
    const { context } = portal;
    const actor = await getActor(context, 'li');
    const bytes = Buffer.concat([png, Buffer.from('referenced')]);
    const file = { name: 'a.png', bytes, contentType: 'image/png' };
    const referenced = await storeFile(context, actor, file, 'test');
    const lost = context.newId();
    await context.files.put(lost, png);
    await context.files.markDoubtful(referenced.id);
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    const incoming = join(context.config.dataDir, 'files', 'incoming');
    for (const id of [referenced.id, lost]) await utimes(join(incoming, `${id}.doubt`), longAgo, longAgo);
    await cleanUpFiles(context);
    expect(await context.files.size(referenced.id)).toBe(bytes.length);
    expect(await context.files.size(lost)).toBeUndefined();
    expect(await readdir(incoming)).toEqual([]);
  });

  test('keep their bytes unconfirmed when the database fails in the commit, which may have succeeded', async () => {
    const { context } = portal;
    const { db, files } = context;
    const actor = await getActor(context, 'li');
    await sql`create function die_late() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db);
    await sql`create constraint trigger die_late after insert on files deferrable initially deferred
      for each row execute function die_late()`.execute(db);
    const caller = { actor, requestId: 'test' };
    const parts = partsOf([{ name: 'a.png', bytes: png }]);
    await expect(storeUploads(context, createUploadLimiter(), caller, parts)).rejects.toThrow();
    await sql`drop trigger die_late on files`.execute(db);
    const doubtful = await files.listDoubtful(latestDate);
    expect(await Promise.all(doubtful.map(files.size))).toEqual([png.length]);
  });
});

describe('GET /file/files/:id', () => {
  test('returns the bytes to their owner as an attachment, with an audit record', async () => {
    const token = await portal.signIn('zhang');
    const id = await uploadPicture(token);
    const answer = await fetch(`${address}/file/files/${id}`, {
      headers: { 'x-refusal-status': 'http', 'x-access-token': token },
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('照片.png')}`,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const audit = await portal.context.db
      .selectFrom('audit_links')
      .select(['staff_id', 'detail'])
      .where('action', '=', 'file.download')
      .where('object_id', '=', id)
      .execute();
    expect(audit).toEqual([{ staff_id: 'zhang', detail: { name: '照片.png', workorderId: null } }]);
  });

  test('accepts mark=attachment, mark=stream and the page (S2 §7), which names the place in the audit log (S2 §2)', async () => {
    const token = await portal.signIn('zhang');
    const id = await uploadPicture(token);
    const get = async (query: Record<string, string>) => {
      const answer = await portal.call(`/file/files/${id}`, { token, query });
      return [answer.status, String(answer.headers['content-disposition']).split(';')[0]];
    };
    expect(await get({ mark: 'attachment' })).toEqual([200, 'attachment']);
    expect(await get({ mark: 'stream', pagePath: '#/todo/2026000001' })).toEqual([200, 'inline']);
    expect(await get({ mark: 'stream', pagePath: '/todo/2026000001/trail' })).toEqual([200, 'inline']);
    expect((await get({ mark: 'inline' }))[0]).toBe(400);
    expect((await get({ inline: 'true' }))[0]).toBe(400);
    const audit = await portal.context.db
      .selectFrom('audit_links')
      .select('detail')
      .where('action', '=', 'file.download')
      .where('object_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(audit.map(({ detail }) => (detail as { place?: unknown }).place)).toEqual([
      undefined,
      { code: 1, label: '材料附件' },
      { code: 2, label: '办理轨迹' },
    ]);
  });

  test('accepts a ticket for exactly this file', async () => {
    const token = await portal.signIn('zhang');
    const [id, other] = [await uploadPicture(token), await uploadPicture(token)];
    const ticket = async () => {
      const { body } = await portal.call('/api/session/tickets', {
        token,
        json: { purpose: 'download', subject: id },
      });
      return (body.data as unknown as { ticket: string }).ticket;
    };
    expect((await fetch(`${address}/file/files/${other}?ticket=${await ticket()}`)).status).toBe(401);
    const answer = await fetch(`${address}/file/files/${id}?mark=stream&ticket=${await ticket()}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('returns an SVG, which may contain scripts, only as an attachment', async () => {
    const token = await portal.signIn('zhang');
    const { body } = await upload(token, [{ name: 'a.svg', bytes: Buffer.from('<svg/>') }]);
    const id = (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id;
    const answer = await fetch(`${address}/file/files/${id}?mark=stream`, {
      headers: { 'x-refusal-status': 'http', 'x-access-token': token },
    });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('returns 404 for a file of another person', async () => {
    const id = await uploadPicture(await portal.signIn('zhang'));
    const answer = await portal.call(`/file/files/${id}`, { token: await portal.signIn('li') });
    expect(answer.status).toBe(404);
  });

  test('refuses materials of an order to an owner who has become an operator', async () => {
    const { db } = portal.context;
    const token = await portal.signIn('li');
    const [unattached, pdf] = [await uploadPicture(token), await uploadPicture(token)];
    await db.updateTable('files').set({ workorder_id: 'order' }).where('id', '=', pdf).execute();
    const statuses = () =>
      Promise.all(
        [`/file/files/${pdf}`, `/api/files/${pdf}`, `/api/files/${unattached}`].map(
          async (path) => (await portal.call(path, { token })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    const right = { role_code: 'role-li', permission: Permission.operateSystem };
    await db.insertInto('role_permissions').values(right).execute();
    expect(await statuses()).toEqual([404, 404, 200]);
    await db.deleteFrom('role_permissions').where('role_code', '=', 'role-li').execute();
  });
});
