import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { officeOrganisations, organisationSheet } from '#contract/office-organisations.ts';
import { people } from '#contract/people.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const system = office.as('tianye');
const fields = { areaCode: '330127', address: '', phone: '' };
const add = (code: string, parentId: string, kind = 'organisation') =>
  system.done(officeOrganisations.create, { body: { ...fields, code, parentId, kind, name: code } });
await add('one', '10002');
await add('other', '10002');

let counter = 0;
/** Adds a person in a new department of an organisation. */
async function addPersonInDepartment(parentId: string) {
  counter += 1;
  const department = `desk-${counter}`;
  await add(department, parentId, 'department');
  const links = { positions: [], groups: [], windows: [], roles: [] };
  const { id } = await system.done(people.create, {
    body: {
      ...{ account: `mover-${counter}`, name: '周岚', title: '', landing: '/' },
      ...{ orgId: parentId, departmentId: department, ...links },
    },
  });
  return { id, department };
}
const personOf = async (id: string) =>
  await db.selectFrom('staff').select(['org_id', 'department_id']).where('id', '=', id).executeTakeFirst();
const lastDetail = async (chain: string) =>
  (
    await db
      .selectFrom('audit_links')
      .select('detail')
      .where('chain', '=', chain)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
  ).detail;

test('people of a moved department follow it, with their rights, and can be saved', async () => {
  const { id, department } = await addPersonInDepartment('one');
  await system.done(officeOrganisations.move, {
    params: { id: department },
    body: { parentId: 'other', before: null },
  });
  expect(await personOf(id)).toEqual({ org_id: 'other', department_id: department });
  const { rows } = await sql<{ keys: string[] }>`
    select keys from staff_rights where staff_id = ${id}`.execute(db);
  expect(rows[0]?.keys).toEqual(expect.arrayContaining(['org:other', `department:${department}`]));
  expect(rows[0]?.keys).not.toContain('org:one');
  expect(await lastDetail('office')).toMatchObject({ from: 'one', to: 'other', followed: ['mover-1'] });
  const detail = await system.done(people.detail, { params: { id } });
  const { account, name, title, landing, org, digest } = detail;
  const body = { account, name, title, landing, digest, orgId: org.id, departmentId: department };
  await system.done(people.edit, {
    params: { id },
    body: { ...body, positions: [], groups: [], windows: [] },
  });
});

test('a person of an organisation above both does not move, and a moved organisation keeps its people', async () => {
  const { id, department } = await addPersonInDepartment('one');
  await sql`update staff set org_id = '10002' where id = ${id}`.execute(db);
  await system.done(officeOrganisations.move, {
    params: { id: department },
    body: { parentId: 'other', before: null },
  });
  expect((await personOf(id))?.org_id).toBe('10002');
  await add('moved-bureau', 'one');
  const { id: person } = await addPersonInDepartment('moved-bureau');
  await system.done(officeOrganisations.move, {
    params: { id: 'moved-bureau' },
    body: { parentId: 'other', before: null },
  });
  expect((await personOf(person))?.org_id).toBe('moved-bureau');
});

const head = ['机构编码', '机构名称', '类别', '上级机构编码', '行政区划代码', '地址', '电话', '顺序'];
const workbookOf = async (...rows: (string | number | null)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '机构', rows: [head, ...rows] }] })).toString('base64');

test('an import shows in its preview how many people follow, and records it in the audit log', async () => {
  const { id, department } = await addPersonInDepartment('one');
  const file = await workbookOf([department, department, '部门', 'other', '330127', null, null, 1]);
  const { rows, digest } = await system.done(organisationSheet.preview, { body: { file } });
  const followers = { title: '随部门改属新机构的人员', was: '', now: '1 名' };
  expect(rows[0]?.fields).toContainEqual(followers);
  await system.done(organisationSheet.apply, { body: { file, digest } });
  expect((await personOf(id))?.org_id).toBe('other');
  expect(JSON.stringify(await lastDetail('sheet-import'))).toContain('随部门改属新机构的人员');
});

test('the kind of an organisation cannot change while people or halls belong to it', async () => {
  const { department } = await addPersonInDepartment('one');
  const asOrganisation = await system.call(officeOrganisations.change, {
    params: { id: department },
    body: { ...fields, name: department, kind: 'organisation' },
  });
  const message = '不能改为机构：仍有 1 名人员（含已停用的）';
  expect(asOrganisation.body.problems).toEqual([{ field: 'kind', message }]);
  const file = await workbookOf([department, department, '机构', 'one', '330127', null, null, 1]);
  const { problems } = await system.done(organisationSheet.preview, { body: { file } });
  expect(problems).toEqual([{ row: 2, column: '类别', message }]);

  await add('with-hall', '10002');
  await sql`insert into halls (id, name, org_id, area_code, sort_by)
    values ('hall-x', '厅', 'with-hall', '330127', 1)`.execute(db);
  const asDepartment = await system.call(officeOrganisations.change, {
    params: { id: 'with-hall' },
    body: { ...fields, name: '局', kind: 'department' },
  });
  expect(asDepartment.body.problems).toEqual([{ field: 'kind', message: '不能改为部门：仍有 1 个大厅' }]);
});

test('the kind of an empty department can change', async () => {
  await add('empty-desk', 'one', 'department');
  await system.done(officeOrganisations.change, {
    params: { id: 'empty-desk' },
    body: { ...fields, name: '空科', kind: 'organisation' },
  });
});
