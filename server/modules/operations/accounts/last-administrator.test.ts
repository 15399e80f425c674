import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { grants, people, peopleSheet } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import type { Permission } from '#domain/access/actor.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { hashPassword, noPasswordHash } from '#server/modules/access/session/service.ts';
import { testOffice } from '#test/world/office.ts';
import { importRole } from './roles-of-bundle.ts';

const office = await testOffice();
const { db } = office.context;
const security = office.as('dongmei');
const system = office.as('tianye');
const knownPasswordText = '一次性密码尚未由本人修改';

const roleOf = (code: string) => security.done(roleEditing.detail, { params: { code } });
async function editRole(code: string, change: { permissions?: string[]; menus?: string[] }) {
  const { name, permissions, menus, digest } = await roleOf(code);
  return security.call(roleEditing.edit, {
    params: { code },
    body: { name, permissions, menus, digest, ...change },
  });
}
/** Identity number of the demo, as on the card that must be shown for an administrator role. */
const cardOfYuanyuan = '330127198404279967';
async function setRoles(id: string, roles: string[], idCard?: string) {
  const { digest } = await security.done(grants.detail, { params: { id } });
  return security.call(grants.set, { params: { id }, body: { roles, digest, idCard } });
}
const updateStaff = (id: string, more: Record<string, unknown>) =>
  db.updateTable('staff').set(more).where('id', '=', id).execute();
let counter = 0;
async function createPerson() {
  counter += 1;
  const body = { account: `person-${counter}`, name: `新手${counter}`, orgId: '330127-xfj' };
  return system.done(people.create, { body });
}
async function createRole(permissions: string[]) {
  counter += 1;
  const body = { code: `role-${counter}`, name: `手${counter}`, permissions, menus: ['audit', 'todo'] };
  return (await security.done(roleEditing.create, { body })).code;
}

describe('a one-time password known to another administrator', () => {
  test('prevents a new administrator permission for a disabled person, and the enabling', async () => {
    const { id } = await createPerson();
    const code = await createRole(['work-order:handle']);
    await setRoles(id, [code]);
    await system.done(accounts.disable, { params: { id }, body: { reason: '借调' } });
    const refused = await editRole(code, { permissions: ['audit:read'] });
    expect(refused.body.problems).toMatchObject([
      { field: 'permissions', message: expect.stringContaining(knownPasswordText) },
    ]);
    // However the password was set, it does not open the account.
    await db.insertInto('staff_roles').values({ staff_id: id, role_code: 'audit-admin' }).execute();
    const enable = () => system.call(accounts.enable, { params: { id } });
    expect((await enable()).body.errmsg).toContain(knownPasswordText);
    await db.deleteFrom('staff_roles').where('staff_id', '=', id).execute();
    expect((await enable()).status).toBe(200);
  });

  test('prevents further administrator permissions, by granted roles or by a change of a role', async () => {
    const { id } = await createPerson();
    const code = await createRole(['calendar:manage']);
    await db.insertInto('staff_roles').values({ staff_id: id, role_code: code }).execute();
    expect((await setRoles(id, [code, 'audit-admin'])).body.errmsg).toContain(knownPasswordText);
    const more = await editRole(code, { permissions: ['calendar:manage', 'audit:read'] });
    expect(more.body.problems).toMatchObject([{ message: expect.stringContaining(knownPasswordText) }]);
    // Existing permissions stay, and may be removed.
    expect((await editRole(code, { menus: ['holidays'] })).status).toBe(200);
    expect((await setRoles(id, [])).status).toBe(200);
  });
});

describe('the page of a permission', () => {
  test('cannot be removed from the last person who can open it', async () => {
    for (const [code, title] of [
      ['security-admin', '角色'],
      ['audit-admin', '审计记录'],
    ] as const) {
      const refused = await editRole(code, { menus: [] });
      expect(refused.body.problems, code).toContainEqual({
        field: 'menus',
        message: expect.stringContaining(`“${title}”`),
      });
    }
    const { menus } = await roleOf('security-admin');
    const withoutRoles = await editRole('security-admin', { menus: menus.filter((id) => id !== 'roles') });
    expect(withoutRoles.status).toBe(400);
    expect(
      (await editRole('security-admin', { menus: menus.filter((id) => id !== 'sessions') })).status,
    ).toBe(200);
  });

  test('cannot be removed by a bundle import, or by removing the role that opens it', async () => {
    const { name, permissions } = await roleOf('audit-admin');
    const role = { code: 'audit-admin', name, permissions, menus: [] };
    const outcome = await inTransaction(db, async (tx) => {
      const answer = await importRole(tx, office.context, 'staff-dongmei', role);
      // Throws like the import of a bundle, so that everything is rolled back.
      throw Object.assign(new Error('undone'), { answer });
    }).catch((error: { answer?: unknown }) => error.answer);
    expect(outcome).toMatchObject({ refused: 'badInput', problems: [{ field: 'menus' }] });
    counter += 1;
    const withoutPage = { code: `role-${counter}`, name: '无页', permissions: ['audit:read'], menus: [] };
    await security.done(roleEditing.create, { body: withoutPage });
    expect((await setRoles('staff-yuanyuan', [withoutPage.code])).body.errmsg).toContain('审计记录');
    expect((await setRoles('staff-yuanyuan', ['audit-admin', withoutPage.code])).status).toBe(200);
    expect((await setRoles('staff-yuanyuan', ['audit-admin'])).status).toBe(200);
  });
});

describe('the last-administrator guard', () => {
  const audit: Permission = 'audit:read';

  test('keeps the last holder who can sign in, although others hold the role', async () => {
    const { id } = await createPerson();
    await db.insertInto('staff_roles').values({ staff_id: id, role_code: 'audit-admin' }).execute();
    const removeRole = () => setRoles('staff-yuanyuan', []);
    const disable = () =>
      system.call(accounts.disable, { params: { id: 'staff-yuanyuan' }, body: { reason: '调离' } });
    expect((await removeRole()).body.errmsg).toContain('修改后没有人可以查看审计记录');
    await updateStaff(id, { must_change_password: false, password_hash: noPasswordHash });
    expect((await removeRole()).status).toBe(409);
    expect((await disable()).status).toBe(409);
    // A spreadsheet is checked in the same way.
    await db
      .insertInto('staff_roles')
      .values({ staff_id: 'staff-tianye', role_code: 'security-admin' })
      .execute();
    const rows = [
      ['*账号', '*姓名', '*机构编码', '角色'],
      ['yuanyuan', '袁媛', '330127-sjj', null],
    ];
    const book = await writeXlsx({ sheets: [{ name: '人员', rows }] });
    const file = Buffer.from(book).toString('base64');
    const { problems } = await system.done(peopleSheet.preview, { body: { file } });
    expect(JSON.stringify(problems)).toContain('导入后没有人可以查看审计记录');
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-tianye')
      .where('role_code', '=', 'security-admin')
      .execute();
    // A role is checked in the same way.
    const code = await createRole([audit]);
    await db.insertInto('staff_roles').values({ staff_id: id, role_code: code }).execute();
    expect((await editRole('audit-admin', { permissions: [] })).status).toBe(400);
    await updateStaff(id, { password_hash: await hashPassword('Eigenes@2026') });
    expect((await removeRole()).status).toBe(200);
    expect((await setRoles('staff-yuanyuan', ['audit-admin'], cardOfYuanyuan)).status).toBe(200);
    await setRoles(id, []);
  });

  test('allows the removal when the others sign in by the unified login without a password', async () => {
    const { id } = await createPerson();
    await db.insertInto('staff_roles').values({ staff_id: id, role_code: 'audit-admin' }).execute();
    await updateStaff(id, { must_change_password: false, password_hash: noPasswordHash });
    const { signOn } = office.context;
    Object.assign(office.context, { signOn: {} });
    expect((await setRoles('staff-yuanyuan', [])).status).toBe(200);
    Object.assign(office.context, { signOn });
    await setRoles('staff-yuanyuan', ['audit-admin']);
    await db.deleteFrom('staff_roles').where('staff_id', '=', id).execute();
  });

  test('lets one of two holders who cannot sign in lose the role, and keeps the other', async () => {
    const code = await createRole(['message-template:manage']);
    await db.deleteFrom('staff_roles').where('role_code', '=', 'config-admin').execute();
    const [one, other] = [await createPerson(), await createPerson()];
    for (const { id } of [one, other])
      await db.insertInto('staff_roles').values({ staff_id: id, role_code: code }).execute();
    expect((await setRoles(one.id, [])).status).toBe(200);
    expect((await setRoles(other.id, [])).status).toBe(409);
  });
});
