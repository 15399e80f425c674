import { describe, expect, test } from 'vitest';
import { pngOf } from '#test/world/office-files.ts';
import { phoneOf, requestCode, scanCode } from '#test/world/phone.ts';
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

const scanNewCode = (account = 'zhang', query: Record<string, string> = {}) =>
  scanCode(portal, address, account, query);

const countFiles = async () => (await db.selectFrom('files').select('id').execute()).length;

describe('an invalid upload code', () => {
  const answersOf = async (phone: ReturnType<typeof phoneOf>) => [
    (await phone.open()).body,
    (await phone.plan([photo('photo-one')])).body,
    (await phone.send('photo-one', png)).body,
    (await phone.submit()).body,
  ];
  const expiredAnswers = Array.from({ length: 4 }, () => expired);

  test('gets the same answer when expired, refreshed, submitted, cancelled or unknown', async () => {
    const expiredCode = await scanNewCode();
    await expiredCode.phone.plan([photo('photo-one')]);
    portal.clock.forward(600_000);
    expect(await answersOf(expiredCode.phone)).toEqual(expiredAnswers);

    const refreshedCode = await scanNewCode();
    await requestCode(portal, refreshedCode.token, { previous: refreshedCode.qrcode });
    expect(await answersOf(refreshedCode.phone)).toEqual(expiredAnswers);

    const submittedCode = await scanNewCode();
    await submittedCode.phone.plan([photo('photo-one')]);
    await submittedCode.phone.send('photo-one', png);
    await submittedCode.phone.submit();
    expect((await answersOf(submittedCode.phone)).slice(0, 3)).toEqual(expiredAnswers.slice(0, 3));

    const cancelledCode = await scanNewCode();
    await portal.call(`/file/files/qrcode/${cancelledCode.qrcode}/end`, {
      token: cancelledCode.token,
      json: { keep: false },
    });
    expect(await answersOf(cancelledCode.phone)).toEqual(expiredAnswers);

    expect(await answersOf(phoneOf(portal, address, 'no-such-code'))).toEqual(expiredAnswers);
    expect(await answersOf(phoneOf(portal, address, submittedCode.code, 'q'.repeat(32)))).toEqual(
      expiredAnswers,
    );
  });

  test('results from the sign-out of its owner', async () => {
    const { phone, token } = await scanNewCode();
    await portal.call('/auth/ac/logout', { token });
    expect(await answersOf(phone)).toEqual(expiredAnswers);
  });

  test('does not result from a refresh by another person', async () => {
    const { phone, qrcode } = await scanNewCode();
    await requestCode(portal, await portal.signIn('li'), { previous: qrcode });
    expect((await phone.open()).body.errcode).toBe(0);
  });
});

describe('received files of an upload code', () => {
  test('stay when the code is refreshed: under the new code, and hidden from its phone', async () => {
    const { phone, qrcode, token } = await scanNewCode('zhang', { maxCount: '3' });
    await phone.plan([photo('photo-one'), photo('photo-two')]);
    await phone.send('photo-one', png);
    const next = await requestCode(portal, token, { previous: qrcode, maxCount: '3' });
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

  test('stay when the code expires or the desktop page keeps them, and are removed otherwise', async () => {
    const keptCode = await scanNewCode();
    await keptCode.phone.plan([photo('photo-one')]);
    await keptCode.phone.send('photo-one', png);
    portal.clock.forward(600_000);
    expect((await keptCode.files()).total).toBe(1);
    const end = (code: { qrcode: string; token: string }, keep: boolean) =>
      portal.call(`/file/files/qrcode/${code.qrcode}/end`, { token: code.token, json: { keep } });
    expect((await end(keptCode, true)).body.data).toEqual({ ended: true });
    expect((await keptCode.files()).total).toBe(1);

    const deletedCode = await scanNewCode();
    await deletedCode.phone.plan([photo('photo-one')]);
    await deletedCode.phone.send('photo-one', png);
    const before = await countFiles();
    await end(deletedCode, false);
    expect(await countFiles()).toBe(before - 1);
    expect((await deletedCode.files()).total).toBe(0);
  });
});

describe('concurrent calls for an upload code', () => {
  test('store a file for the refreshed code, or refuse it', async () => {
    for (let round = 0; round < 5; round++) {
      const { phone, qrcode, token } = await scanNewCode();
      await phone.plan([photo('photo-one')]);
      const before = await countFiles();
      const [sent, next] = await Promise.all([
        phone.send('photo-one', png),
        requestCode(portal, token, { previous: qrcode }),
      ]);
      const { body } = await portal.call(`/file/files/qrcode/${next.qrcode}/files`, { token });
      const storedCount = sent.body.errcode === 0 ? 1 : 0;
      if (storedCount === 0) expect(sent.body).toMatchObject(expired);
      expect(body.data).toMatchObject({ total: storedCount });
      expect(await countFiles()).toBe(before + storedCount);
    }
  });

  test('let one of several phones open the code', async () => {
    await db.deleteFrom('rate_limits').execute();
    const { code } = await requestCode(portal, await portal.signIn('zhang'));
    const phones = ['a', 'b', 'c', 'd'].map((letter) => phoneOf(portal, address, code, letter.repeat(32)));
    const answers = await Promise.all(phones.map((phone) => phone.open()));
    expect(answers.filter(({ body }) => body.errcode === 0)).toHaveLength(1);
  });

  test('submit once when sent twice', async () => {
    const { phone, qrcode, code } = await scanNewCode();
    await phone.plan([photo('photo-one')]);
    await phone.send('photo-one', png);
    const answers = await Promise.all([phone.submit(), phone.submit()]);
    // The phone whose answer was lost gets it again; other phones get nothing.
    expect(answers.map(({ body }) => body.data)).toEqual([{ total: 1 }, { total: 1 }]);
    expect((await phoneOf(portal, address, code, 'q'.repeat(32)).submit()).body).toMatchObject(expired);
    portal.clock.forward(600_000);
    expect((await phone.submit()).body).toMatchObject(expired);
    const log = await db
      .selectFrom('audit_links')
      .select('action')
      .where('object_id', '=', qrcode)
      .where('action', '=', 'qr-upload.submit')
      .execute();
    expect(log).toHaveLength(1);
  });
});

test('a flood of calls is stopped by the rate limit', async () => {
  const { phone } = await scanNewCode();
  const answers = await Promise.all(Array.from({ length: 210 }, () => phone.open()));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  expect((await phone.plan([])).status).toBe(429);
});

test('codes are deleted a day after they ended, files are kept', async () => {
  const { phone, qrcode } = await scanNewCode();
  await phone.plan([photo('photo-one')]);
  await phone.send('photo-one', png);
  const before = await countFiles();
  portal.clock.forward(86_400_000 + 600_001);
  await cleanUpPhoneUploads(portal.context);
  expect(await db.selectFrom('phone_uploads').select('id').where('id', '=', qrcode).execute()).toEqual([]);
  expect(await countFiles()).toBe(before);
});

test('phones of many codes open, plan and submit concurrently with few database connections', async () => {
  const token = await portal.signIn('zhang');
  const phones: ReturnType<typeof phoneOf>[] = [];
  for (let index = 0; index < 12; index += 1) {
    await db.deleteFrom('rate_limits').execute();
    phones.push(phoneOf(portal, address, (await requestCode(portal, token)).code));
  }
  const codesOfAll = async (
    request: (phone: ReturnType<typeof phoneOf>) => Promise<{ body: { errcode: number } }>,
  ) => (await Promise.all(phones.map(request))).map(({ body }) => body.errcode);
  const allAccepted = phones.map(() => 0);
  expect(await codesOfAll((phone) => phone.open())).toEqual(allAccepted);
  expect(await codesOfAll((phone) => phone.plan([photo('photo-one')]))).toEqual(allAccepted);
  for (const phone of phones) await phone.send('photo-one', png);
  expect(await codesOfAll((phone) => phone.submit())).toEqual(allAccepted);
});
