import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { phonePlanLimits } from '#domain/uploads/phone-upload.ts';
import { jpgOf, pngOf } from '#test/world/office-files.ts';
import { phoneOf, requestCode, scanCode } from '#test/world/phone.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const { db } = portal.context;
const png = pngOf();
const expired = { errcode: 41001, errmsg: '二维码已过期，请刷新' };
const photo = (key: string, name = `${key}.png`, size = png.length) => ({ key, name, size });

const scanNewCode = (account = 'zhang', query: Record<string, string> = {}) =>
  scanCode(portal, address, account, query);

const countFiles = async () => (await db.selectFrom('files').select('id').execute()).length;

describe('GET /file/files/getQrcode', () => {
  test('requires a session', async () => {
    expect((await portal.call('/file/files/getQrcode')).status).toBe(401);
  });

  test('returns qrcode and image, valid for ten minutes (S0 §7, §9)', async () => {
    const token = await portal.signIn('zhang');
    const { body } = await portal.call('/file/files/getQrcode', {
      token,
      query: { form: '登记表', field: '来信原件' },
    });
    expect(body.data).toMatchObject({
      qrcode: expect.stringMatching(/^[0-9a-f-]{36}$/),
      image: expect.stringMatching(/^data:image\/png;base64,/),
      secondsLeft: 600,
      maxCount: 10,
      maxSizeMb: 20,
    });
    expect((body.data as unknown as { formats: string[] }).formats).toHaveLength(15);
  });

  test('stores a 256-bit code only as a hash, and never in the audit log', async () => {
    const token = await portal.signIn('zhang');
    const { code, qrcode } = await requestCode(portal, token);
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    const rows = await db.selectFrom('phone_uploads').selectAll().where('id', '=', qrcode).execute();
    const log = await db.selectFrom('audit_links').selectAll().where('object_id', '=', qrcode).execute();
    expect(log).toHaveLength(1);
    expect(JSON.stringify([rows, log])).not.toContain(code);
  });

  test.each([
    [{ accept: 'zip,7z' }, 40030, '该处不接受手机上传的文件格式'],
    [{ maxCount: '2', present: '2' }, 40032, '附件数量不得超过2个！请重新上传'],
    [{ previous: 'x' }, 400, '请检查并完善以下信息'],
    [{ maxSizeMb: '-1' }, 400, '请检查并完善以下信息'],
  ])('refuses %j', async (query: Record<string, string>, errcode, errmsg) => {
    const token = await portal.signIn('zhang');
    expect((await portal.call('/file/files/getQrcode', { token, query })).body).toMatchObject({
      errcode,
      errmsg,
    });
  });

  test('is limited to a number of calls', async () => {
    await db.deleteFrom('rate_limits').execute();
    const token = await portal.signIn('li');
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => portal.call('/file/files/getQrcode', { token })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('the upload plan of a phone', () => {
  test('is accepted with the most files and the longest names', async () => {
    const { phone } = await scanNewCode();
    const longest = (index: number) =>
      photo(`${'k'.repeat(60)}${index}`.slice(-64), `${'长'.repeat(251)}.png`);
    const plan = Array.from({ length: phonePlanLimits.files }, (_, index) => longest(index));
    const { status, body } = await phone.plan(plan);
    expect(status).toBe(200);
    expect((body.data as unknown as { refused: unknown[] }).refused).toHaveLength(5);
  });

  test('is refused at its field with too many files or too long a name', async () => {
    const { phone } = await scanNewCode();
    const many = Array.from({ length: phonePlanLimits.files + 1 }, (_, index) => photo(`photo-${index}`));
    const { status, body } = await phone.plan(many);
    expect(status).toBe(400);
    expect(body.problems).toEqual([{ field: 'files', message: '一次最多上传15个文件' }]);
    const { body: answer } = await phone.plan([photo('photo-one', `${'长'.repeat(252)}.png`)]);
    expect(answer.problems).toEqual([{ field: 'files.0.name', message: '文件名称不能超过255个字符' }]);
  });
});

describe('the state of an upload code and its files', () => {
  test('are hidden from other people (0018)', async () => {
    const { qrcode } = await scanNewCode();
    const token = await portal.signIn('li');
    for (const [path, call] of [
      ['state', {}],
      ['files', {}],
      ['end', { json: { keep: false } }],
    ] as const) {
      const { status } = await portal.call(`/file/files/qrcode/${qrcode}/${path}`, { token, ...call });
      expect(status).toBe(404);
    }
  });

  test('change from shown to scanned to submitted, with the texts of S0 §4', async () => {
    await db.deleteFrom('rate_limits').execute();
    const token = await portal.signIn('zhang');
    const { qrcode, code } = await requestCode(portal, token);
    const state = async () => (await portal.call(`/file/files/qrcode/${qrcode}/state`, { token })).body.data;
    expect(await state()).toMatchObject({ state: 'shown', secondsLeft: 600 });
    const phone = phoneOf(portal, address, code);
    await phone.open();
    expect(await state()).toMatchObject({ state: 'scanned', text: '扫码成功，请在手机端上传' });
    await phone.plan([photo('photo-one')]);
    await phone.send('photo-one', png);
    await phone.submit();
    expect(await state()).toMatchObject({
      state: 'submitted',
      text: '材料已提交，页面将自动跳转',
      secondsLeft: 0,
    });
  });

  test('change to expired after exactly ten minutes', async () => {
    const { state } = await scanNewCode();
    portal.clock.forward(599_999);
    expect(await state()).toMatchObject({ state: 'scanned', secondsLeft: 1 });
    portal.clock.forward(1);
    expect(await state()).toMatchObject({ state: 'expired', text: '二维码已过期，请刷新' });
  });
});

describe('a phone', () => {
  test('sends files in the planned order, and they belong to the person who showed the code', async () => {
    const { phone, files, token } = await scanNewCode();
    await phone.plan([photo('photo-two'), photo('paper-one', '来信.pdf', 12), photo('photo-one')]);
    expect((await files()).arriving.map(({ name }) => name)).toEqual([
      'photo-two.png',
      '来信.pdf',
      'photo-one.png',
    ]);
    for (const [key, bytes] of [
      ['photo-one', png],
      ['paper-one', Buffer.from('%PDF-1.7 ...')],
      ['photo-two', png],
    ] as const)
      expect((await phone.send(key, bytes)).body.errcode).toBe(0);
    const { rows, arriving } = await files();
    expect(rows.map(({ filename }) => filename)).toEqual(['photo-two.png', '来信.pdf', 'photo-one.png']);
    expect(arriving).toEqual([]);
    expect((await phone.submit()).body.data).toEqual({ total: 3 });
    expect((await portal.call(`/api/files/${rows[0]?.id}`, { token })).status).toBe(200);
    const strangers = await portal.call(`/api/files/${rows[0]?.id}`, { token: await portal.signIn('li') });
    expect(strangers.status).toBe(404);
  });

  test('is the only one that can use a code which it opened first (0158)', async () => {
    const { code, phone, files } = await scanNewCode();
    await phone.plan([photo('photo-one')]);
    const second = phoneOf(portal, address, code, 'q'.repeat(32));
    const alreadyUsed = { errcode: 40941, errmsg: '该二维码已由另一部手机使用，请在电脑上刷新二维码' };
    expect((await second.open()).body).toMatchObject(alreadyUsed);
    expect((await second.plan([])).body).toMatchObject(alreadyUsed);
    expect((await second.send('photo-one', png)).body).toMatchObject(alreadyUsed);
    expect((await second.submit()).body).toMatchObject(alreadyUsed);
    expect((await phone.open()).body.data).toMatchObject({ rows: [{ key: 'photo-one', sent: false }] });
    expect((await files()).total).toBe(0);
  });

  test('cannot send with a code that it never opened', async () => {
    await db.deleteFrom('rate_limits').execute();
    const { code } = await requestCode(portal, await portal.signIn('zhang'));
    const phone = phoneOf(portal, address, code);
    expect((await phone.plan([photo('photo-one')])).body).toMatchObject(expired);
    expect((await phone.submit()).body).toMatchObject(expired);
  });

  test('can remove and add files, and removed ones are deleted', async () => {
    const { phone, files } = await scanNewCode();
    await phone.plan([photo('photo-one'), photo('photo-two')]);
    await phone.send('photo-one', png);
    const before = await countFiles();
    expect((await phone.plan([photo('photo-two'), photo('photo-new')])).body.data).toMatchObject({
      rows: [{ key: 'photo-two' }, { key: 'photo-new' }],
    });
    expect(await countFiles()).toBe(before - 1);
    expect((await files()).total).toBe(0);
    expect((await phone.send('photo-one', png)).status).toBe(404);
    expect((await phone.submit()).body).toMatchObject({ errcode: 40942 });
  });

  test('gets the refusal of each file, with the messages of S2 §5', async () => {
    const { phone } = await scanNewCode('zhang', {
      accept: 'jpg,png,pdf',
      maxSizeMb: '1',
      maxCount: '3',
      present: '1',
    });
    const { body } = await phone.plan([
      photo('sheet-one', '表.xls'),
      photo('large-one', 'a.png', 1_048_577),
      photo('photo-one'),
      photo('photo-two'),
      photo('photo-three'),
    ]);
    expect(body.data).toMatchObject({
      rows: [{ key: 'photo-one' }, { key: 'photo-two' }],
      refused: [
        { key: 'sheet-one', message: '格式错误！请重新上传' },
        { key: 'large-one', message: '附件大小不得超过1M！请重新上传' },
        { key: 'photo-three', message: '附件数量不得超过2个！请重新上传' },
      ],
    });
  });

  test('cannot exceed the size limit by declaring a smaller size', async () => {
    const { phone, files } = await scanNewCode('zhang', { maxSizeMb: '1' });
    await phone.plan([photo('photo-one', 'a.png', 10)]);
    const large = Buffer.concat([png, Buffer.alloc(1_048_577)]);
    expect((await phone.send('photo-one', large)).body).toMatchObject({
      errcode: 40031,
      errmsg: '附件大小不得超过1M！请重新上传',
    });
    expect((await files()).total).toBe(0);
    expect(await readdir(join(portal.context.config.dataDir, 'files', 'incoming'))).toEqual([]);
  });

  test('can send a file again when the answer was lost', async () => {
    const { phone, files } = await scanNewCode();
    await phone.plan([photo('photo-one')]);
    const before = await countFiles();
    for (const _ of [1, 2]) expect((await phone.send('photo-one', png)).body.errcode).toBe(0);
    expect((await files()).total).toBe(1);
    expect(await countFiles()).toBe(before + 1);
  });

  test('leaves one file when it sends the same one concurrently', async () => {
    const { phone, files } = await scanNewCode();
    await phone.plan([photo('photo-one')]);
    const before = await countFiles();
    await Promise.all([1, 2, 3].map(() => phone.send('photo-one', png)));
    expect((await files()).total).toBe(1);
    expect(await countFiles()).toBe(before + 1);
  });

  test('is refused like any upload when a picture does not match its name', async () => {
    const { phone } = await scanNewCode();
    await phone.plan([photo('photo-one', 'a.pdf')]);
    expect((await phone.send('photo-one', jpgOf())).body.errmsg).toBe('格式错误！请重新上传');
  });

  test('is refused when the form fields do not come before the file', async () => {
    const { code } = await scanNewCode();
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(png)]), 'a.png');
    const answer = await fetch(`${address}/api/phone-uploads/${code}/files`, { method: 'POST', body: form });
    expect(await answer.json()).toMatchObject({ errcode: 40941 });
  });
});
