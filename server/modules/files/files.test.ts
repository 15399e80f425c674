import { describe, expect, test } from 'vitest';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { cleanName } from './service.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

async function upload(token: string, parts: { name: string; bytes: Uint8Array }[], path = '/file/files') {
  const form = new FormData();
  for (const { name, bytes } of parts) form.append('file', new Blob([Buffer.from(bytes)]), name);
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    body: form,
    headers: token ? { 'x-access-token': token } : {},
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function uploadPicture(token: string): Promise<string> {
  const { body } = await upload(token, [{ name: '照片.png', bytes: png }]);
  return (body.data as { rows: { id: string }[] }).rows[0]?.id ?? '';
}

describe('POST /file/files', () => {
  test('needs a session', async () => {
    expect((await upload('', [{ name: 'a.png', bytes: png }])).status).toBe(401);
  });

  test.each(['/file/files', '/workportal/api/file/files'])('keeps what is sent to %s', async (path) => {
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
        { filename: '照片.png', size: 16, contentType: 'image/png' },
        { filename: '来信.pdf', size: 12, contentType: 'application/pdf' },
      ],
      total: 2,
    });
  });

  test.each([
    ['a program under the name of a picture', 'a.png', Buffer.from('MZ\u0090')],
    ['a page', 'a.html', Buffer.from('<html>')],
    ['a file without an ending', 'png', png],
  ])('refuses %s, and keeps nothing of the same form', async (_case, name, bytes) => {
    const before = await countFiles();
    const { status, body } = await upload(await portal.signIn('zhang'), [
      { name: 'good.png', bytes: png },
      { name, bytes },
    ]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errcode: 40030, errmsg: '格式错误！请重新上传' });
    expect(await countFiles()).toBe(before);
  });

  test('refuses a file over 30 MB and an eleventh file', async () => {
    const token = await portal.signIn('zhang');
    const large = Buffer.concat([png, Buffer.alloc(30 * 1024 * 1024)]);
    expect((await upload(token, [{ name: 'a.png', bytes: large }])).body.errcode).toBe(40031);
    const many = Array.from({ length: 11 }, () => ({ name: 'a.png', bytes: png }));
    expect((await upload(token, many)).status).toBe(400);
  });

  test('asks for a file', async () => {
    expect((await upload(await portal.signIn('zhang'), [])).body.problems).toEqual([
      { field: 'file', message: '请选择文件' },
    ]);
  });
});

async function countFiles(): Promise<number> {
  return (await portal.context.db.selectFrom('files').select('id').execute()).length;
}

describe('GET /file/files/:id', () => {
  test('hands the bytes to their owner as an attachment and writes it down', async () => {
    const token = await portal.signIn('zhang');
    const id = await uploadPicture(token);
    const answer = await fetch(`${address}/file/files/${id}`, { headers: { 'x-access-token': token } });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('照片.png')}`,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const audit = await portal.context.db
      .selectFrom('audit_links')
      .select('staff_id')
      .where('action', '=', 'file.download')
      .where('object_id', '=', id)
      .execute();
    expect(audit).toEqual([{ staff_id: 'zhang' }]);
  });

  test('takes a ticket made for this very file', async () => {
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
    const answer = await fetch(`${address}/file/files/${id}?inline=true&ticket=${await ticket()}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('never shows a drawing that may hold script inside the page', async () => {
    const token = await portal.signIn('zhang');
    const { body } = await upload(token, [{ name: 'a.svg', bytes: Buffer.from('<svg onload="alert(1)"/>') }]);
    const id = (body.data as { rows: { id: string }[] }).rows[0]?.id;
    const answer = await fetch(`${address}/file/files/${id}?inline=true`, {
      headers: { 'x-access-token': token },
    });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test("does not tell a stranger that somebody else's file is there", async () => {
    const id = await uploadPicture(await portal.signIn('zhang'));
    const answer = await portal.call(`/file/files/${id}`, { token: await portal.signIn('li') });
    expect(answer.status).toBe(404);
  });
});

describe('cleanName', () => {
  test.each([
    ['C:\\Users\\a\\信.pdf', '信.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\u202e.pdf', 'ab.pdf'],
    ['', '未命名'],
  ])('makes %j %j', (name, expected) => {
    expect(cleanName(name)).toBe(expected);
  });

  test('keeps the ending of a long name', () => {
    const cleaned = cleanName(`${'长'.repeat(300)}.pdf`);
    expect([...cleaned]).toHaveLength(200);
    expect(cleaned.endsWith('.pdf')).toBe(true);
  });
});
