import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { initiation } from '#contract/initiation.ts';
import { session } from '#contract/session.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db, crypto } = office.context;
await db
  .updateTable('business_items')
  .set({ own_matter: true, applicant_word: '申请人' })
  .where('task_code', '=', 'petition-letter')
  .execute();
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Sends what the page sends: the masked numbers of the signed-in person, or what somebody else made of them. */
async function start(account: string, applyer: Record<string, string> = {}) {
  const me = await office.as(account).done(session.currentUser);
  const { start: input } = petition(1);
  const masked = { name: me.name, certCategory: '10', certCode: me.cid, mobile: me.phone };
  return office.as(account).call(initiation.initiate, {
    body: { ...input, applyer: { ...input.applyer, contactNo: '', ...masked, ...applyer } },
    key: randomUUID(),
  });
}

test('an own matter tells the page to fill in the card from the signed-in person (S2 §2)', async () => {
  const item = await office.as('zhangwei').done(catalogue.item, { params: { taskCode: 'petition-letter' } });
  expect(item.ownMatter).toBe(true);
});

test('the applicant of an own matter is the signed-in person, whatever is sent (S2 §2)', async () => {
  const { body } = await start('zhangwei', {
    name: '张三',
    certCode: '330127199003129971',
    mobile: '13900139000',
    representName: '李四',
  });
  expect(body).toMatchObject({ errcode: 0 });
  const stored = await db
    .selectFrom('work_order_applicants as a')
    .innerJoin('work_orders as o', 'o.id', 'a.workorder_id')
    .innerJoin('staff as s', 's.id', 'o.initiator_id')
    .select([
      's.name',
      'a.name as applicant',
      'a.cert_code_sealed',
      's.id_card_sealed',
      'a.mobile_sealed',
      's.mobile_sealed as own',
    ])
    .where('s.account', '=', 'zhangwei')
    .executeTakeFirstOrThrow();
  expect(stored.applicant).toBe(stored.name);
  expect(crypto.open(stored.cert_code_sealed, 'applicant')).toBe(
    crypto.open(stored.id_card_sealed ?? '', 'staff'),
  );
  expect(crypto.open(stored.mobile_sealed, 'applicant')).toBe(crypto.open(stored.own ?? '', 'staff'));
});

test('a second own matter is found by the number of the account, not by the masked one (S1 §5)', async () => {
  const { body } = await start('zhangwei');
  expect(body).toMatchObject({
    errmsg: expect.stringMatching(/^申请权限校验不通过：该申请人已有未办结的同类办件/),
  });
});

test('numbers that the account lacks are named at their fields', async () => {
  await db
    .updateTable('staff')
    .set({ id_card_sealed: null, id_card_digest: null, mobile_sealed: null })
    .where('account', '=', 'lina')
    .execute();
  const { body } = await start('lina', { certCode: '330127199003129971', mobile: '13900139000' });
  expect(body).toMatchObject({
    problems: [
      { field: 'applyer.certCode', message: '您的账号没有登记身份证号码，请联系系统管理员补充' },
      { field: 'applyer.mobile', message: '您的账号没有登记手机号码，请联系系统管理员补充' },
    ],
  });
});
