import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { createAccessLog } from '#server/kernel/http/access-log.ts';
import { type CallRecord, recordCall } from '#server/kernel/http/call-record.ts';
import { deliverMessages } from '#server/modules/cases/messages/service.ts';
import { testOffice } from '#test/world/office.ts';
import { testPassword } from '#test/world/portal.ts';
import { petition } from '#test/world/start-data.ts';
import { createLog } from './log.ts';

const lines: string[] = [];
const log = createLog('trace', (line) => lines.push(line));
const access = createAccessLog((text) => lines.push(text));
const office = await testOffice({
  log,
  callWatchers: [access.record, (record: CallRecord) => recordCall(record, log)],
});
const { db, crypto } = office.context;
const { start } = petition(71);
const { applyer } = start;
const other = petition(72).start;
const address = '演示县云水街道 测试路 99 号 5 幢 1203 室';
const secrets = {
  name: applyer.name,
  mobile: applyer.mobile,
  certificate: applyer.certCode,
  address,
  otherName: other.applyer.name,
  otherMobile: other.applyer.mobile,
  otherCertificate: other.applyer.certCode,
  password: testPassword,
  wrongPassword: 'Wrong-Password-88',
};
const application = { ...start, applyer: { ...applyer, detailAddress: address } };

test('the log at its lowest level contains no personal data after successful and failed calls', async () => {
  const clerk = office.as('zhangwei');
  // A successful, a refused and a repeated call.
  const { workorderCode } = await clerk.done(initiation.initiate, { body: application });
  await clerk.done(workOrders.detailPage, { params: { workorderCode } });
  const wrong = {
    ...application,
    applyer: { ...application.applyer, certCode: '330127199003129971', mobile: '1540571103' },
  };
  expect((await clerk.call(initiation.initiate, { body: wrong })).body.errcode).not.toBe(0);
  await office.call('/api/work-orders/search', { query: { certCode: applyer.certCode } });
  await deliverMessages(office.context);

  // Successful and failed sign-ins.
  const { body } = await office.call('/sys/captcha');
  const { captchaToken } = body.data as unknown as { captchaToken: string };
  const form = {
    username: applyer.mobile,
    verifyCode: 'A7K3',
    captchaToken,
    password: secrets.wrongPassword,
  };
  expect((await office.call('/login', { form })).body.errcode).not.toBe(0);
  const token = 'secret-token-of-a-person-0123456789abcdef';
  expect((await office.call('/user/current', { token })).status).not.toBe(500);

  // A row that the database refuses, with all its values in the error's detail.
  await sql`alter table work_order_applicants add constraint impossible check (length(name) > 1000) not valid`.execute(
    db,
  );
  expect((await clerk.call(initiation.initiate, { body: other })).status).toBe(500);
  await sql`alter table work_order_applicants drop constraint impossible`.execute(db);

  // An encrypted value that is no JSON: the engine quotes it in its error.
  const { judgement: _judgement, ...draft } = application;
  const { id } = await clerk.done(initiation.saveDraft, { body: draft });
  await db
    .updateTable('drafts')
    .set({ content_sealed: crypto.seal(`${applyer.name} ${address} ${applyer.certCode}`) })
    .execute();
  expect((await clerk.call(initiation.draft, { params: { workorderId: id } })).status).toBe(500);

  access.flush();
  const text = lines.join('');
  expect(text.match(/"A call failed"/g)).toHaveLength(2);
  expect(text).toContain('A call was refused');
  expect(text).toContain('impossible');
  expect(text).toContain('"message":"Call"');
  for (const [name, secret] of Object.entries({ ...secrets, token, wrong: wrong.applyer.certCode }))
    expect({ name, found: text.includes(secret) }).toEqual({ name, found: false });
});

test('the log masks personal numbers in error messages, but not similar ids', () => {
  lines.length = 0;
  const error = new Error(`cannot send to ${applyer.mobile} of ${applyer.certCode}`);
  log.error({ error, id: '019a8a3e-7b1d-7f5e-9c3b-015405711037', bytes: 15405711037 }, 'A message failed');
  expect(lines[0]).not.toContain(applyer.mobile);
  expect(lines[0]).not.toContain(applyer.certCode);
  expect(lines[0]).toContain('019a8a3e-7b1d-7f5e-9c3b-015405711037');
});
