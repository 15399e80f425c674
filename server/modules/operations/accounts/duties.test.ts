import { writeXlsx } from 'hucre/xlsx';
import { afterEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { grants, people, peopleSheet } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { testOffice } from '#test/world/office.ts';
import { rolesOf } from '#test/world/roles-of.ts';
import { digestOfRoles } from './dialog-digests.ts';

/**
 * Tests that system, security and audit administrators are three people, however permissions are granted
 * (docs/decisions/0057).
 */

const office = await testOffice();
const { db, config } = office.context;
const [system, security] = [office.as('tianye'), office.as('dongmei')];
const separationText = '三员分立';

afterEach(() => {
  config.separateDuties = true;
});

const setRoles = async (account: string, roles: string[]) => {
  const id = `staff-${account}`;
  // The demo's identity number of the person who is granted roles here.
  const body = { roles, digest: digestOfRoles(await rolesOf(db, id)), idCard: '330127198612259979' };
  return await security.call(grants.set, { params: { id }, body });
};

const addRoles = (account: string, ...roles: string[]) =>
  db
    .insertInto('staff_roles')
    .values(roles.map((role_code) => ({ staff_id: `staff-${account}`, role_code })))
    .execute();

const removeRoles = (account: string, ...roles: string[]) =>
  db
    .deleteFrom('staff_roles')
    .where('staff_id', '=', `staff-${account}`)
    .where('role_code', 'in', roles)
    .execute();

describe('separation of duties for a person', () => {
  test('refuses two administrator roles', async () => {
    const before = await rolesOf(db, 'staff-tianye');
    const { status, body } = await setRoles('tianye', ['system-admin', 'audit-admin']);
    expect([status, body.errmsg]).toEqual([409, expect.stringContaining(separationText)]);
    expect(await rolesOf(db, 'staff-tianye')).toEqual(before);
  });

  test('is named to the security administrator before roles are chosen', async () => {
    const separates = async () =>
      (await security.done(grants.detail, { params: { id: 'staff-tianye' } })).separatesDuties;
    expect(await separates()).toBe(true);
    config.separateDuties = false;
    expect(await separates()).toBe(false);
  });

  test('keeps an existing pair, refuses the third role and allows a reduction to one', async () => {
    await addRoles('tianye', 'audit-admin');
    expect((await setRoles('tianye', ['system-admin', 'audit-admin', 'config-admin'])).status).toBe(200);
    const third = await setRoles('tianye', ['system-admin', 'audit-admin', 'security-admin']);
    expect(third.body.errmsg).toContain(separationText);
    expect((await setRoles('tianye', ['system-admin'])).status).toBe(200);
  });

  test('refuses a new person with two administrator roles, by form and by spreadsheet', async () => {
    // Like the first administrator of an empty office, who has both roles.
    await addRoles('dongmei', 'system-admin');
    const body = {
      account: 'joined',
      name: '兼任',
      orgId: '330127-xfj',
      roles: ['system-admin', 'audit-admin'],
    };
    const created = await security.call(people.create, { body });
    const rows = [
      ['*账号', '*姓名', '*机构编码', '角色'],
      ['joined', '兼任', '330127-xfj', '系统管理员、审计管理员'],
      ['single', '单任', '330127-xfj', '审计管理员'],
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: '人员', rows }] })).toString('base64');
    const { problems } = await security.done(peopleSheet.preview, { body: { file } });
    await removeRoles('dongmei', 'system-admin');
    expect(created.body.problems).toEqual([
      { field: 'roles', message: expect.stringContaining(separationText) },
    ]);
    expect(problems).toEqual([{ row: 2, column: '角色', message: expect.stringContaining(separationText) }]);
  });

  test('refuses to enable a person with two administrator roles', async () => {
    await addRoles('jiangtao', 'system-admin', 'audit-admin');
    await db
      .updateTable('staff')
      .set({ must_change_password: false })
      .where('account', '=', 'jiangtao')
      .execute();
    const { body } = await system.call(accounts.enable, { params: { id: 'staff-jiangtao' } });
    await removeRoles('jiangtao', 'system-admin', 'audit-admin');
    expect(body.errmsg).toContain(separationText);
  });
});

describe('separation of duties for a role', () => {
  const entry = { name: '兼任', menus: [] };

  test('refuses a role with permissions of two administrators', async () => {
    const permissions = ['security:manage', 'audit:read'];
    const { body } = await security.call(roleEditing.create, {
      body: { ...entry, code: 'joined', permissions },
    });
    expect(body.problems).toEqual([
      { field: 'permissions', message: expect.stringContaining(separationText) },
    ]);
  });

  test('refuses a permission that joins duties of a person who holds another role', async () => {
    const body = { ...entry, code: 'other-duty', permissions: ['calendar:manage'] };
    await security.done(roleEditing.create, { body });
    await addRoles('yuanyuan', 'other-duty');
    const params = { code: 'other-duty' };
    const { digest } = await security.done(roleEditing.detail, { params });
    const permissions = ['system:operate'];
    const edited = await security.call(roleEditing.edit, { params, body: { ...entry, permissions, digest } });
    await removeRoles('yuanyuan', 'other-duty');
    expect(edited.body.problems?.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`yuanyuan：系统管理`),
    );
  });
});

test('an office that allows joined duties can grant both roles, and the audit log names them', async () => {
  config.separateDuties = false;
  expect((await setRoles('tianye', ['system-admin', 'audit-admin'])).status).toBe(200);
  const auditRecord = await db
    .selectFrom('audit_links')
    .select('detail')
    .where('action', '=', 'account.roles')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(auditRecord.detail).toMatchObject({ joinedDuties: '系统管理、安全审计' });
  expect((await setRoles('tianye', ['system-admin'])).status).toBe(200);
});
