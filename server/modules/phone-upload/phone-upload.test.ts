import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jpgOf, pngOf } from '#test/world/office-files.ts';
import { askForCode, phoneOf } from '#test/world/phone.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { cleanUpPhoneUploads } from './service.ts';

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

/** A desk of its own with a code and the phone that opened it, away from the limits of the tests before. */
async function scanned(account = 'zhang', query: Record<string, string> = {}) {
  await db.deleteFrom('rate_limits').execute();
  const token = await portal.signIn(account);
  const asked = await askForCode(portal, token, query);
  const phone = phoneOf(portal, address, asked.code);
  expect((await phone.open()).body.errcode).toBe(0);
  const state = async () =>
    (await portal.call(`/file/files/qrcode/${asked.qrcode}/state`, { token })).body.data;
  const files = async () =>
    (await portal.call(`/file/files/qrcode/${asked.qrcode}/files`, { token })).body.data as unknown as {
      rows: { id: string; filename: string }[];
      total: number;
      arriving: { name: string; percent: number }[];
    };
  return { ...asked, token, phone, state, files };
}

const countFiles = async () => (await db.selectFrom('files').select('id').execute()).length;

describe('GET /file/files/getQrcode', () => {
  test('needs a session', async () => {
    expect((await portal.call('/file/files/getQrcode')).status).toBe(401);
  });

  test('answers qrcode and image, valid for ten minutes (S0 §7, §9)', async () => {
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

  test('keeps 256 bits of code as a hash alone, and never in its own trail', async () => {
    const token = await portal.signIn('zhang');
    const { code, qrcode } = await askForCode(portal, token);
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    const rows = await db.selectFrom('phone_uploads').selectAll().where('id', '=', qrcode).execute();
    const trail = await db.selectFrom('audit_links').selectAll().where('object_id', '=', qrcode).execute();
    expect(trail).toHaveLength(1);
    expect(JSON.stringify([rows, trail])).not.toContain(code);
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

  test('is not asked for without end', async () => {
    await db.deleteFrom('rate_limits').execute();
    const token = await portal.signIn('li');
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => portal.call('/file/files/getQrcode', { token })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('the state of a code and its files', () => {
  test("are nobody else's (0019)", async () => {
    const { qrcode } = await scanned();
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

  test('shown, scanned, submitted, in the words of S0 §4', async () => {
    await db.deleteFrom('rate_limits').execute();
    const token = await portal.signIn('zhang');
    const { qrcode, code } = await askForCode(portal, token);
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

  test('expired after ten minutes, to the second', async () => {
    const { state } = await scanned();
    portal.clock.forward(599_999);
    expect(await state()).toMatchObject({ state: 'scanned', secondsLeft: 1 });
    portal.clock.forward(1);
    expect(await state()).toMatchObject({ state: 'expired', text: '二维码已过期，请刷新' });
  });
});

describe('a phone', () => {
  test('sends files in its order, which belong to the person at the desk', async () => {
    const { phone, files, token } = await scanned();
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

  test('is the first that opened the code, and no other (0158)', async () => {
    const { code, phone, files } = await scanned();
    await phone.plan([photo('photo-one')]);
    const second = phoneOf(portal, address, code, 'q'.repeat(32));
    const taken = { errcode: 40941, errmsg: '该二维码已由另一部手机使用，请在电脑上刷新二维码' };
    expect((await second.open()).body).toMatchObject(taken);
    expect((await second.plan([])).body).toMatchObject(taken);
    expect((await second.send('photo-one', png)).body).toMatchObject(taken);
    expect((await second.submit()).body).toMatchObject(taken);
    expect((await phone.open()).body.data).toMatchObject({ rows: [{ key: 'photo-one', sent: false }] });
    expect((await files()).total).toBe(0);
  });

  test('that never opened the code cannot send by it', async () => {
    await db.deleteFrom('rate_limits').execute();
    const { code } = await askForCode(portal, await portal.signIn('zhang'));
    const phone = phoneOf(portal, address, code);
    expect((await phone.plan([photo('photo-one')])).body).toMatchObject(expired);
    expect((await phone.submit()).body).toMatchObject(expired);
  });

  test('takes files back and adds others; what it has taken back is gone', async () => {
    const { phone, files } = await scanned();
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

  test('is told what speaks against each file, in the words of S2 §5', async () => {
    const { phone } = await scanned('zhang', {
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

  test('that says one size and sends another is held to the rule', async () => {
    const { phone, files } = await scanned('zhang', { maxSizeMb: '1' });
    await phone.plan([photo('photo-one', 'a.png', 10)]);
    const large = Buffer.concat([png, Buffer.alloc(1_048_577)]);
    expect((await phone.send('photo-one', large)).body).toMatchObject({
      errcode: 40031,
      errmsg: '附件大小不得超过1M！请重新上传',
    });
    expect((await files()).total).toBe(0);
    expect(await readdir(join(portal.context.config.dataDir, 'files', 'incoming'))).toEqual([]);
  });

  test('may send a file again whose answer was lost', async () => {
    const { phone, files } = await scanned();
    await phone.plan([photo('photo-one')]);
    const before = await countFiles();
    for (const _ of [1, 2]) expect((await phone.send('photo-one', png)).body.errcode).toBe(0);
    expect((await files()).total).toBe(1);
    expect(await countFiles()).toBe(before + 1);
  });

  test('that sends one file twice at once leaves one', async () => {
    const { phone, files } = await scanned();
    await phone.plan([photo('photo-one')]);
    const before = await countFiles();
    await Promise.all([1, 2, 3].map(() => phone.send('photo-one', png)));
    expect((await files()).total).toBe(1);
    expect(await countFiles()).toBe(before + 1);
  });

  test('sends pictures of another kind than their name as any upload does', async () => {
    const { phone } = await scanned();
    await phone.plan([photo('photo-one', 'a.pdf')]);
    expect((await phone.send('photo-one', jpgOf())).body.errmsg).toBe('格式错误！请重新上传');
  });

  test('without its fields before the file is nobody', async () => {
    const { code } = await scanned();
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(png)]), 'a.png');
    const answer = await fetch(`${address}/api/phone-uploads/${code}/files`, { method: 'POST', body: form });
    expect(await answer.json()).toMatchObject({ errcode: 40941 });
  });
});

describe('a dead code', () => {
  const dead = async (phone: ReturnType<typeof phoneOf>) => [
    (await phone.open()).body,
    (await phone.plan([photo('photo-one')])).body,
    (await phone.send('photo-one', png)).body,
    (await phone.submit()).body,
  ];
  const nothing = Array.from({ length: 4 }, () => expired);

  test('answers every call alike, whether it ran out, was refreshed, submitted, given up, or never was', async () => {
    const ranOut = await scanned();
    await ranOut.phone.plan([photo('photo-one')]);
    portal.clock.forward(600_000);
    expect(await dead(ranOut.phone)).toEqual(nothing);

    const refreshed = await scanned();
    await askForCode(portal, refreshed.token, { previous: refreshed.qrcode });
    expect(await dead(refreshed.phone)).toEqual(nothing);

    const submitted = await scanned();
    await submitted.phone.plan([photo('photo-one')]);
    await submitted.phone.send('photo-one', png);
    await submitted.phone.submit();
    expect((await dead(submitted.phone)).slice(0, 3)).toEqual(nothing.slice(0, 3));

    const givenUp = await scanned();
    await portal.call(`/file/files/qrcode/${givenUp.qrcode}/end`, {
      token: givenUp.token,
      json: { keep: false },
    });
    expect(await dead(givenUp.phone)).toEqual(nothing);

    expect(await dead(phoneOf(portal, address, 'no-such-code'))).toEqual(nothing);
    expect(await dead(phoneOf(portal, address, submitted.code, 'q'.repeat(32)))).toEqual(nothing);
  });

  test('is one whose person has signed out', async () => {
    const { phone, token } = await scanned();
    await portal.call('/auth/ac/logout', { token });
    expect(await dead(phone)).toEqual(nothing);
  });

  test('cannot be refreshed by somebody else', async () => {
    const { phone, qrcode } = await scanned();
    await askForCode(portal, await portal.signIn('li'), { previous: qrcode });
    expect((await phone.open()).body.errcode).toBe(0);
  });
});

describe('what arrived stays', () => {
  test('when the code is refreshed: under the new one, and not shown to its phone', async () => {
    const { phone, qrcode, token } = await scanned('zhang', { maxCount: '3' });
    await phone.plan([photo('photo-one'), photo('photo-two')]);
    await phone.send('photo-one', png);
    const next = await askForCode(portal, token, { previous: qrcode, maxCount: '3' });
    expect(next.maxCount).toBe(2);
    const other = phoneOf(portal, address, next.code, 'q'.repeat(32));
    expect((await other.open()).body.data).toMatchObject({ rows: [], maxCount: 2 });
    await other.plan([photo('photo-one', 'second.png')]);
    await other.send('photo-one', png);
    await other.submit();
    const { body } = await portal.call(`/file/files/qrcode/${next.qrcode}/files`, { token });
    expect(body.data).toMatchObject({
      rows: [{ filename: 'photo-one.png' }, { filename: 'second.png' }],
      total: 2,
    });
  });

  test('when the code runs out, and when the desk keeps it at the end; else it goes', async () => {
    const kept = await scanned();
    await kept.phone.plan([photo('photo-one')]);
    await kept.phone.send('photo-one', png);
    portal.clock.forward(600_000);
    expect((await kept.files()).total).toBe(1);
    const end = (code: { qrcode: string; token: string }, keep: boolean) =>
      portal.call(`/file/files/qrcode/${code.qrcode}/end`, { token: code.token, json: { keep } });
    expect((await end(kept, true)).body.data).toEqual({ ended: true });
    expect((await kept.files()).total).toBe(1);

    const dropped = await scanned();
    await dropped.phone.plan([photo('photo-one')]);
    await dropped.phone.send('photo-one', png);
    const before = await countFiles();
    await end(dropped, false);
    expect(await countFiles()).toBe(before - 1);
    expect((await dropped.files()).total).toBe(0);
  });
});

describe('at the same moment', () => {
  test('a file that is stored as its code is refreshed is kept by both or by neither', async () => {
    for (let round = 0; round < 5; round++) {
      const { phone, qrcode, token } = await scanned();
      await phone.plan([photo('photo-one')]);
      const before = await countFiles();
      const [sent, next] = await Promise.all([
        phone.send('photo-one', png),
        askForCode(portal, token, { previous: qrcode }),
      ]);
      const { body } = await portal.call(`/file/files/qrcode/${next.qrcode}/files`, { token });
      const isThere = sent.body.errcode === 0 ? 1 : 0;
      if (isThere === 0) expect(sent.body).toMatchObject(expired);
      expect(body.data).toMatchObject({ total: isThere });
      expect(await countFiles()).toBe(before + isThere);
    }
  });

  test('two phones open a code and one has it', async () => {
    await db.deleteFrom('rate_limits').execute();
    const { code } = await askForCode(portal, await portal.signIn('zhang'));
    const phones = ['a', 'b', 'c', 'd'].map((letter) => phoneOf(portal, address, code, letter.repeat(32)));
    const answers = await Promise.all(phones.map((phone) => phone.open()));
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(1);
  });

  test('submitting twice is submitting once', async () => {
    const { phone, qrcode, code } = await scanned();
    await phone.plan([photo('photo-one')]);
    await phone.send('photo-one', png);
    const answers = await Promise.all([phone.submit(), phone.submit()]);
    // The phone whose answer was lost hears it again; nobody else hears anything.
    expect(answers.map(({ body }) => body.data)).toEqual([{ total: 1 }, { total: 1 }]);
    expect((await phoneOf(portal, address, code, 'q'.repeat(32)).submit()).body).toMatchObject(expired);
    portal.clock.forward(600_000);
    expect((await phone.submit()).body).toMatchObject(expired);
    const trail = await db
      .selectFrom('audit_links')
      .select('action')
      .where('object_id', '=', qrcode)
      .where('action', '=', 'qr-upload.submit')
      .execute();
    expect(trail).toHaveLength(1);
  });
});

test('a flood of calls is stopped before anything is looked up', async () => {
  const { phone } = await scanned();
  const answers = await Promise.all(Array.from({ length: 210 }, () => phone.open()));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  expect((await phone.plan([])).status).toBe(429);
});

test('codes are forgotten a day after they ended, files are not', async () => {
  const { phone, qrcode } = await scanned();
  await phone.plan([photo('photo-one')]);
  await phone.send('photo-one', png);
  const before = await countFiles();
  portal.clock.forward(86_400_000 + 600_001);
  await cleanUpPhoneUploads(portal.context);
  expect(await db.selectFrom('phone_uploads').select('id').where('id', '=', qrcode).execute()).toEqual([]);
  expect(await countFiles()).toBe(before);
});
