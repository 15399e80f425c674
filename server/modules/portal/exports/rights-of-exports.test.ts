import { describe, expect, test } from 'vitest';
import { exportTasks } from '#contract/exports.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { grants, people } from '#contract/people.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { session } from '#contract/session.ts';
import { fileOf, openExportDesk } from '#test/world/export-desk.ts';
import { openSession } from '#test/world/office.ts';
import { writeExports } from './service.ts';

/**
 * Tests that an export belongs to the organisation and the permissions it was made with, however these change
 * through the API (0057).
 */

const { office, context, clerk, bytesAt, written, states, reset } = await openExportDesk();
const [system, security] = [office.as('tianye'), office.as('dongmei')];
const params = { id: 'staff-lina' };

async function move(orgId: string, departmentId: string): Promise<void> {
  const { org: _org, department: _department, ...person } = await system.done(people.detail, { params });
  const { account, name, title, landing, digest } = person;
  const [positions, groups, windows] = [person.positions, person.groups, person.windows].map((rows) =>
    rows.map(({ id }) => id),
  );
  const body = { account, name, title, landing, orgId, departmentId, positions, groups, windows, digest };
  await system.done(people.edit, { params, body: { ...body, leavesTasks: true } });
}

const away = () => move('330127-rsj', '');
const back = () => move('330127-xfj', '330127-xfj-bxk');

const give = async (...roles: string[]) => {
  const { digest } = await security.done(grants.detail, { params });
  await security.done(grants.set, { params, body: { roles, digest, leavesTasks: true } });
};

const editRole = async (code: string, change: (permissions: string[]) => string[]) => {
  const role = await security.done(roleEditing.detail, { params: { code } });
  const { name, menus, permissions, digest } = role;
  const body = { name, menus, permissions: change(permissions), digest };
  await security.done(roleEditing.edit, { params: { code }, body });
};

const fetched = async (id: string) => {
  const { status, text } = await bytesAt(fileOf(id), await openSession(office, 'lina'));
  return status === 200 ? 200 : [status, JSON.parse(text).errmsg];
};
const moved = [403, expect.stringContaining('已调离')];
const lost = [403, expect.stringContaining('权限、角色、岗位或代理关系已有变动')];

async function made(): Promise<string> {
  await reset();
  const { id } = await written({ list: 'initiated' });
  expect(await fetched(id)).toBe(200);
  return id;
}

describe('the download of an export', () => {
  test('is refused while its owner is in another organisation, also with an earlier ticket, which is used up', async () => {
    const id = await made();
    const ticket = { body: { purpose: 'download', subject: id } };
    const tickets = [
      await clerk.done(session.createTicket, ticket),
      await clerk.done(session.createTicket, ticket),
    ];
    const [first, second] = tickets.map((each) => ({ query: { ticket: each.ticket } }));
    expect((await bytesAt(fileOf(id), '', first)).status).toBe(200);
    await away();
    expect(await fetched(id)).toEqual(moved);
    expect((await bytesAt(fileOf(id), '', second)).status).toBe(403);
    await back();
    for (const used of [first, second]) expect((await bytesAt(fileOf(id), '', used)).status).toBe(401);
    expect(await fetched(id)).toBe(200);
  });

  test('is refused while the role lacks a permission, and works again with it', async () => {
    const id = await made();
    await editRole('window-clerk', (all) => all.filter((code) => code !== 'applicant:reveal'));
    expect(await fetched(id)).toEqual(lost);
    await editRole('window-clerk', (all) => [...all, 'applicant:reveal']);
    expect(await fetched(id)).toBe(200);
  });

  test('is refused after its role was deleted, even when another role gets the same code', async () => {
    const role = { code: 'passing', name: '临时', menus: [], permissions: ['list-view:share'] };
    await security.done(roleEditing.create, { body: role });
    await give('window-clerk', 'passing');
    const id = await made();
    await give('window-clerk');
    expect(await fetched(id)).toEqual(lost);
    await security.done(roleEditing.remove, { params: { code: 'passing' } });
    await security.done(roleEditing.create, { body: { ...role, permissions: [] } });
    await give('window-clerk', 'passing');
    expect(await fetched(id)).toEqual(lost);
    await give('window-clerk');
  });

  test('works after a rename of the organisation, and is refused when its department moves to another', async () => {
    const id = await made();
    await system.done(officeOrganisations.change, {
      params: { id: '330127-xfj' },
      body: { name: '县信访局（新）', kind: 'organisation', areaCode: '330127', address: '', phone: '' },
    });
    expect(await fetched(id)).toBe(200);
    const moveTo = (parentId: string) =>
      system.done(officeOrganisations.move, {
        params: { id: '330127-xfj-bxk' },
        body: { parentId, before: null },
      });
    await moveTo('330127-rsj');
    expect(await fetched(id)).toEqual(moved);
    await moveTo('330127-xfj');
    expect(await fetched(id)).toBe(200);
  });

  test('depends on the organisation and rights at the time of a retry', async () => {
    await reset();
    const { id } = await clerk.done(exportTasks.ask, { body: { list: 'initiated' } });
    await clerk.done(exportTasks.cancel, { params: { id } });
    await away();
    await clerk.done(exportTasks.retry, { params: { id } });
    await writeExports(context);
    expect(await states()).toEqual(['done']);
    expect(await fetched(id)).toBe(200);
    await back();
    expect(await fetched(id)).toEqual(moved);
  });

  test('depends on the owner’s organisation at the time of writing, after a wait', async () => {
    await reset();
    const { id } = await clerk.done(exportTasks.ask, { body: { list: 'initiated' } });
    await away();
    await writeExports(context);
    await back();
    expect(await fetched(id)).toEqual(moved);
  });
});
