import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { createIdentify, getActor } from './actor.ts';

/** Tests that the stored rights of a person always match the tables, whichever statement changed them. */

const office = await testOffice();
const { db } = office.context;
const token = await openSession(office, 'liuyang');
const identify = createIdentify(office.context);

async function actor() {
  return (await identify.byToken(token))?.actor;
}

/** Computes the rights from posts and roles, without the stored ones. */
async function computeRights(staffId: string) {
  const { rows } = await sql<{ keys: string[]; permissions: string[]; roles: string[] }>`
    select array(select role_code from staff_roles where staff_id = ${staffId} order by 1) as roles,
      array(select distinct permission from staff_roles join role_permissions using (role_code)
        where staff_id = ${staffId} order by 1) as permissions,
      array(select 'staff:' || id from staff where id = ${staffId}
        union all select 'org:' || org_id from staff where id = ${staffId}
        union all select 'department:' || department_id from staff where id = ${staffId} and department_id is not null
        union all (select 'role:' || role_code from staff_roles where staff_id = ${staffId})
        union all (select 'position:' || position_id from staff_positions where staff_id = ${staffId})
        union all (select 'group:' || group_id from staff_groups where staff_id = ${staffId})
        union all (select 'window:' || window_id from staff_windows where staff_id = ${staffId})) as keys`.execute(
    db,
  );
  return rows[0];
}

const changes: [string, string[]][] = [
  ['a role', ["insert into staff_roles values ('staff-liuyang', 'leader')"]],
  ['a right of that role', [`insert into role_permissions values ('leader', '${Permission.administer}')`]],
  [
    'a right removed from it',
    [`delete from role_permissions where role_code = 'leader' and permission = '${Permission.administer}'`],
  ],
  [
    'another role in its place',
    [
      "update staff_roles set role_code = 'supervisor' where staff_id = 'staff-liuyang' and role_code = 'leader'",
    ],
  ],
  [
    'a removed role',
    ["delete from staff_roles where staff_id = 'staff-liuyang' and role_code = 'supervisor'"],
  ],
  [
    'a position',
    [
      "insert into staff_positions select 'staff-liuyang', min(id) from positions where id not in (select position_id from staff_positions where staff_id = 'staff-liuyang')",
    ],
  ],
  [
    'a group',
    [
      "insert into staff_groups select 'staff-liuyang', min(id) from user_groups where id not in (select group_id from staff_groups where staff_id = 'staff-liuyang')",
    ],
  ],
  ['no groups', ["delete from staff_groups where staff_id = 'staff-liuyang'"]],
  [
    'a window',
    [
      "insert into staff_windows select 'staff-liuyang', min(id) from windows where id not in (select window_id from staff_windows where staff_id = 'staff-liuyang')",
    ],
  ],
  ['no windows', ["delete from staff_windows where staff_id = 'staff-liuyang'"]],
  [
    'a department',
    ["update staff set department_id = (select min(id) from organisations) where id = 'staff-liuyang'"],
  ],
  ['no department', ["update staff set department_id = null where id = 'staff-liuyang'"]],
  [
    'an organisation',
    [
      "update staff set org_id = (select max(id) from organisations where id <> org_id) where id = 'staff-liuyang'",
    ],
  ],
  ['posts emptied', ['truncate staff_positions']],
  ['roles emptied', ['truncate staff_roles']],
];

test.each(changes)('the next call reflects the change: %s', async (_title, statements) => {
  const before = await actor();
  for (const statement of statements) await sql.raw(statement).execute(db);
  const now = await actor();
  const expected = await computeRights('staff-liuyang');
  expect([...(now?.keys ?? [])].sort()).toEqual([...(expected?.keys ?? [])].sort());
  expect([...(now?.permissions ?? [])].sort()).toEqual(expected?.permissions);
  expect(now?.roles).toEqual(expected?.roles);
  expect([now?.keys, [...(now?.permissions ?? [])]]).not.toEqual([
    before?.keys,
    [...(before?.permissions ?? [])],
  ]);
});

test('the next call reflects changes of name, account, one-time password and disabling', async () => {
  await sql`update organisations set name = '新名称', area_code = '330000' where id = (
    select org_id from staff where id = 'staff-liuyang')`.execute(db);
  await sql`update staff set name = '刘洋洋', account = 'liuyang2', must_change_password = true
    where id = 'staff-liuyang'`.execute(db);
  expect(await identify.byToken(token)).toMatchObject({
    mustChangePassword: true,
    actor: { name: '刘洋洋', account: 'liuyang2', orgName: '新名称', areaCode: '330000' },
  });
  expect((await getActor(office.context, 'liuyang2')).name).toBe('刘洋洋');
  await sql`update staff set disabled_at = now() where id = 'staff-liuyang'`.execute(db);
  expect(await identify.byToken(token)).toBeUndefined();
});

test('a role grant and a permission for that role written concurrently both take effect', async () => {
  let right: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await sql`insert into staff_roles values ('staff-lina', 'leader') on conflict do nothing`.execute(tx);
    right = sql`insert into role_permissions values ('leader', ${Permission.operateSystem})`.execute(db);
    await waitForBlockedQuery(db);
  });
  await right;
  const { rows: storedRows } = await sql<{ permissions: string[] }>`
    select permissions from staff_rights where staff_id = 'staff-lina'`.execute(db);
  expect(storedRows[0]?.permissions).toContain(Permission.operateSystem);
});
