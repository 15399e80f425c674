import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import type { Log } from '#server/kernel/log/log.ts';
import { latestDate } from '#test/world/latest-date.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { startS3 } from '#test/world/s3-server.ts';
import { uploadTo } from '#test/world/upload.ts';

/**
 * Tests what people, the operator and the log learn while the object store is unavailable (decision 0178).
 */

const s3 = await startS3();
const loggedMessages: string[] = [];
/** Collects messages of the store only: sign-ins are logged as well. */
const record = (_values: object, message: string) => {
  if (message.includes('store')) loggedMessages.push(message);
};
const log: Log = {
  trace: record,
  debug: record,
  info: record,
  warn: record,
  error: record,
  fatal: record,
};
const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.config;
const portal = await testPortal({
  log,
  settings: {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  },
});
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'tian', name: '田野', permissions: [Permission.operateSystem] },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const token = await portal.signIn('zhang');
const unavailableMessage = '附件暂时无法保存和读取，请稍后再试；如持续出现，请联系系统管理员';
let counter = 0;
const upload = async () => {
  counter += 1;
  return await uploadTo(address, token, [{ name: '来信.pdf', bytes: Buffer.from(`%PDF-1.7 ${counter}`) }]);
};
const countFiles = async () => (await portal.context.db.selectFrom('files').select('id').execute()).length;

beforeEach(() => {
  s3.clearFaults();
  loggedMessages.splice(0);
});

describe('a failure of the file store', () => {
  test('refuses an upload with a message, writes no row, and logs the store', async () => {
    const before = await countFiles();
    s3.fail({ method: 'PUT', urlPart: '', kind: 'denied', times: 9 });
    const { status, body } = await upload();
    expect([status, body.errcode, body.errmsg]).toEqual([503, 50302, unavailableMessage]);
    expect(loggedMessages).toEqual(['The file store is unavailable or refuses requests']);
    expect(await countFiles()).toBe(before);
  });

  test('refuses a download with a message, and reports the time to the operator', async () => {
    const { body } = await upload();
    const id = (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
    const read = () => fetch(`${address}/file/files/${id}`, { headers: { 'x-access-token': token } });
    s3.fail({ method: 'GET', urlPart: id, kind: 'no bucket' });
    const refused = await read();
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { errcode: 50302, errmsg: unavailableMessage },
    ]);
    const received = await portal.call('/api/administration/operation/figures', {
      token: await portal.signIn('tian'),
    });
    expect(received.body.data).toMatchObject({
      filesAwayAt: expect.stringContaining('T'),
      cannotStoreAt: null,
    });
    expect((await read()).status).toBe(200);
  });

  test('leaves a file stored but unconfirmed when its confirmation fails', async () => {
    s3.fail({ method: 'DELETE', urlPart: 'incoming', kind: 'denied' });
    const { body } = await upload();
    expect(body.errcode).toBe(0);
    expect(loggedMessages).toEqual(['The file store is unavailable: new content stays unconfirmed']);
    const id = (body.data as unknown as { rows: { id: string }[] }).rows[0]?.id ?? '';
    expect(await portal.context.files.listDoubtful(latestDate)).toEqual([id]);
    expect((await buffer(portal.context.files.read(id))).length).toBeGreaterThan(8);
  });
});
