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
 * Tests that an export belongs to the organisation and the permissions with which it was written, and how their
 * changes through the API affect it (0057).
 */

const { office, context, clerk, bytesAt, exportWith, states, reset } = await openExportDesk();
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

const moveAway = () => move('330127-rsj', '');
const moveBack = () => move('330127-xfj', '330127-xfj-bxk');

const setRoles = async (...roles: string[]) => {
  const { digest } = await security.done(grants.detail, { params });
  await security.done(grants.set, { params, body: { roles, digest, leavesTasks: true } });
};

const editRole = async (code: string, change: (permissions: string[]) => string[]) => {
  const role = await security.done(roleEditing.detail, { params: { code } });
  const { name, menus, permissions, digest } = role;
  const body = { name, menus, permissions: change(permissions), digest };
  await security.done(roleEditing.edit, { params: { code }, body });
};

const fetchResult = async (id: string) => {
  const { status, text } = await bytesAt(fileOf(id), await openSession(office, 'lina'));
  return status === 200 ? 200 : [status, JSON.parse(text).errmsg];
};
const movedRefusal = [403, expect.stringContaining('已调离')];
const rightsRefusal = [403, expect.stringContaining('权限、角色、岗位或代理关系已有变动')];

async function writeExport(): Promise<string> {
  await reset();
  const { id } = await exportWith({ list: 'initiated' });
  expect(await fetchResult(id)).toBe(200);
  return id;
}

describe('the download of an export', () => {
  test('is refused while its owner is in another organisation, also with an earlier ticket, which is used up', async () => {
    const id = await writeExport();
    const ticket = { body: { purpose: 'download', subject: id } };
    const tickets = [
      await clerk.done(session.createTicket, ticket),
      await clerk.done(session.createTicket, ticket),
    ];
    const [first, second] = tickets.map((created) => ({ query: { ticket: created.ticket } }));
    expect((await bytesAt(fileOf(id), '', first)).status).toBe(200);
    await moveAway();
    expect(await fetchResult(id)).toEqual(movedRefusal);
    expect((await bytesAt(fileOf(id), '', second)).status).toBe(403);
    await moveBack();
    for (const used of [first, second]) expect((await bytesAt(fileOf(id), '', used)).status).toBe(401);
    expect(await fetchResult(id)).toBe(200);
  });

  test('is refused while the role lacks a permission, and works again with it', async () => {
    const id = await writeExport();
    await editRole('window-clerk', (all) => all.filter((code) => code !== 'applicant:reveal'));
    expect(await fetchResult(id)).toEqual(rightsRefusal);
    await editRole('window-clerk', (all) => [...all, 'applicant:reveal']);
    expect(await fetchResult(id)).toBe(200);
  });

  test('is refused after its role was deleted, even when another role gets the same code', async () => {
    const role = { code: 'passing', name: '临时', menus: [], permissions: ['list-view:share'] };
    await security.done(roleEditing.create, { body: role });
    await setRoles('window-clerk', 'passing');
    const id = await writeExport();
    await setRoles('window-clerk');
    expect(await fetchResult(id)).toEqual(rightsRefusal);
    await security.done(roleEditing.remove, { params: { code: 'passing' } });
    await security.done(roleEditing.create, { body: { ...role, permissions: [] } });
    await setRoles('window-clerk', 'passing');
    expect(await fetchResult(id)).toEqual(rightsRefusal);
    await setRoles('window-clerk');
  });

  test('works after a rename of the organisation, and is refused when its department moves to another', async () => {
    const id = await writeExport();
    await system.done(officeOrganisations.change, {
      params: { id: '330127-xfj' },
      body: { name: '县信访局（新）', kind: 'organisation', areaCode: '330127', address: '', phone: '' },
    });
    expect(await fetchResult(id)).toBe(200);
    const moveTo = (parentId: string) =>
      system.done(officeOrganisations.move, {
        params: { id: '330127-xfj-bxk' },
        body: { parentId, before: null },
      });
    await moveTo('330127-rsj');
    expect(await fetchResult(id)).toEqual(movedRefusal);
    await moveTo('330127-xfj');
    expect(await fetchResult(id)).toBe(200);
  });

  test('depends on the organisation and rights at the time of a retry', async () => {
    await reset();
    const { id } = await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    await clerk.done(exportTasks.cancel, { params: { id } });
    await moveAway();
    await clerk.done(exportTasks.retry, { params: { id } });
    await writeExports(context);
    expect(await states()).toEqual(['done']);
    expect(await fetchResult(id)).toBe(200);
    await moveBack();
    expect(await fetchResult(id)).toEqual(movedRefusal);
  });

  test('depends on the owner’s organisation at the time of writing, after a wait', async () => {
    await reset();
    const { id } = await clerk.done(exportTasks.request, { body: { list: 'initiated' } });
    await moveAway();
    await writeExports(context);
    await moveBack();
    expect(await fetchResult(id)).toEqual(movedRefusal);
  });
});
