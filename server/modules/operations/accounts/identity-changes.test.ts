import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { people, peopleSheet } from '#contract/people.ts';
import { secondFactor } from '#contract/second-factor.ts';
import { hashPassword } from '#server/modules/access/session/password-hash.ts';
import { authenticatorCode } from '#test/world/authenticator.ts';
import { testOffice } from '#test/world/office.ts';

/**
 * Tests that changes of account names and identity numbers, by which the unified login finds people, need
 * a proof of identity if the person has permissions.
 */

const office = await testOffice();
const { clock } = office;
const { db } = office.context;
const system = office.as('tianye');
const unconfirmed = 40935;
const [first, second, third] = ['330127199102032218', '33012719900101108x', '330127198612259979'];
const password = 'Guarded-4711';
await db
  .updateTable('staff')
  .set({ password_hash: await hashPassword(password) })
  .where('account', '=', 'tianye')
  .execute();

const confirm = () => system.done(secondFactor.confirmIdentity, { body: { password } });

async function edit(id: string, more: object) {
  const {
    id: _id,
    org,
    department,
    mobile: _mobile,
    idCard: _card,
    idCardFault: _problem,
    mayRename: _may,
    ...values
  } = await system.done(people.detail, { params: { id } });
  const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
  const { positions, groups, windows } = values;
  const body = {
    ...values,
    orgId: org.id,
    departmentId: department?.id ?? '',
    positions: ids(positions),
    groups: ids(groups),
    windows: ids(windows),
    ...more,
  };
  return system.call(people.edit, { params: { id }, body });
}

async function importIdCard(account: string, idCard: string) {
  const { file: present } = await system.done(peopleSheet.exportRows);
  const workbook = await readXlsx(Buffer.from(present, 'base64'));
  const [head = [], ...rows] = workbook.sheets[0]?.rows ?? [];
  const row = [...(rows.find(([name]) => name === account) ?? [])];
  row[head.indexOf('身份证号')] = idCard;
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: '人员', rows: [head, row] }] })).toString(
    'base64',
  );
  const { digest, problems } = await system.done(peopleSheet.preview, { body: { file } });
  expect(problems).toEqual([]);
  return system.call(peopleSheet.apply, { body: { file, digest } });
}

const cardOf = (account: string) =>
  db.selectFrom('staff').select('id_card_digest').where('account', '=', account).executeTakeFirstOrThrow();
const messagesTo = (account: string) =>
  db.selectFrom('messages').select(['title', 'content']).where('staff_id', '=', `staff-${account}`).execute();
const openSessions = (account: string) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('staff_id', '=', `staff-${account}`)
    .where('ended_at', 'is', null)
    .execute();
const lastIdentityRecord = () =>
  db
    .selectFrom('audit_links')
    .select(['object_id', 'detail'])
    .where('action', '=', 'account.identity')
    .orderBy('seq', 'desc')
    .executeTakeFirst();

const waysToEdit = [
  ['by the form', 'lina', (account: string) => edit(`staff-${account}`, { idCard: first })],
  ['by a spreadsheet', 'shenjie', (account: string) => importIdCard(account, second ?? '')],
] as const;

describe.each(waysToEdit)('the identity number of a person with rights, %s', (_way, account, write) => {
  test('is not changed before the administrator confirms their identity', async () => {
    const before = await cardOf(account);
    expect((await write(account)).body.errcode).toBe(unconfirmed);
    expect(await cardOf(account)).toEqual(before);
  });

  test('ends the sessions, notifies the person and the security administrator, and is recorded when changed', async () => {
    await office.as(account).call(secondFactor.mine);
    expect(await openSessions(account)).toHaveLength(1);
    const before = await cardOf(account);
    await confirm();
    expect((await write(account)).body.errcode).toBe(0);
    expect(await cardOf(account)).not.toEqual(before);
    expect(await openSessions(account)).toEqual([]);
    expect(await messagesTo(account)).toContainEqual({
      title: expect.stringMatching(/^您的身份证号已被修改（.+）$/),
      content: expect.stringContaining('田野'),
    });
    expect((await messagesTo('dongmei')).at(-1)?.content).toContain(`（${account}）的身份证号`);
    expect(await lastIdentityRecord()).toEqual({
      object_id: `staff-${account}`,
      detail: { account, changed: ['idCard'], confirmedBy: 'password', told: ['dongmei'] },
    });
  });
});

describe('the identity confirmation', () => {
  test('is valid for one change within five minutes, and is not used up by a refused change', async () => {
    await confirm();
    const invalid = await edit('staff-lina', { idCard: third, name: '' });
    expect(invalid.body.errcode).toBe(400);
    expect((await edit('staff-lina', { idCard: '330127199005051235' })).body.errcode).toBe(400);
    expect((await edit('staff-lina', { idCard: '' })).body.errcode).toBe(0);
    expect((await edit('staff-lina', { idCard: first })).body.errcode).toBe(unconfirmed);
    await confirm();
    clock.forward(5 * 60_000 + 1);
    expect((await edit('staff-lina', { idCard: first })).body.errcode).toBe(unconfirmed);
  });

  test('is not required for other fields, nor for a person without rights', async () => {
    expect((await edit('staff-lina', { title: '主任科员' })).body.errcode).toBe(0);
    const plain = { name: '新人', orgId: '330127-xfj' };
    const { id } = await system.done(people.create, { body: { ...plain, account: 'plain' } });
    expect((await edit(id, { account: 'plainer' })).body.errcode).toBe(0);
  });

  test('is required for a change of the account name too', async () => {
    const { id } = await system.done(people.create, {
      body: { name: '新人', orgId: '330127-xfj', account: 'unused' },
    });
    const { role_code } = await db
      .selectFrom('staff_roles')
      .select('role_code')
      .where('staff_id', '=', 'staff-lina')
      .executeTakeFirstOrThrow();
    await db.insertInto('staff_roles').values({ staff_id: id, role_code }).execute();
    expect((await edit(id, { account: 'another' })).body.errcode).toBe(unconfirmed);
    await confirm();
    expect((await edit(id, { account: 'another' })).body.errcode).toBe(0);
    expect(await lastIdentityRecord()).toMatchObject({ detail: { account: 'unused', changed: ['account'] } });
  });

  test('requires a code instead of the password when the administrator has a second factor', async () => {
    const { secret } = await system.done(secondFactor.begin, { body: { password, code: '-' } });
    await system.done(secondFactor.confirm, { body: { code: authenticatorCode(secret, clock.now) } });
    clock.forward(30_000);
    const byPassword = await system.call(secondFactor.confirmIdentity, { body: { password } });
    expect(byPassword.body.errcode).toBe(40005);
    await system.done(secondFactor.confirmIdentity, { body: { code: authenticatorCode(secret, clock.now) } });
    expect((await edit('staff-lina', { idCard: first })).body.errcode).toBe(0);
    expect(await lastIdentityRecord()).toMatchObject({ detail: { confirmedBy: 'code' } });
  });

  test('is refused for a wrong password', async () => {
    const other = office.as('dongmei');
    expect(
      (await other.call(secondFactor.confirmIdentity, { body: { password: 'Wrong-1234' } })).body.errcode,
    ).toBe(40001);
  });
});
