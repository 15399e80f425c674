import { sql } from 'kysely';
import { test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟', permissions: [Permission.handle] }]);
const { db } = portal.context;
const token = await portal.signIn('zhang');
test('speed', async () => {
  let t = performance.now();
  await db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`alter table staff disable trigger user`.execute(db);
    await sql`alter table staff_roles disable trigger user`.execute(db);
    await sql`insert into staff (id, account, name, password_hash, password_changed_at, org_id, department_id, created_at)
    select 'p' || n, 'p' || n, substr('王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗', 1 + n % 20, 1) || substr('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平', 1 + (n / 20) % 20, 1) || substr('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平', 1 + (n / 400) % 20, 1),
    'x', now(), 'office', 'desk', now() from generate_series(1, 50000) n`.execute(db);
    console.log('insert', performance.now() - t);
    t = performance.now();
    await sql`insert into staff_roles select 'p' || n, 'role-zhang' from generate_series(1, 50000) n`.execute(
      db,
    );
    console.log('roles', performance.now() - t);

    t = performance.now();
    await sql`update staff set pinyin = pinyin_of(name)`.execute(db);
    console.log('pinyin', performance.now() - t);
    t = performance.now();
    await sql`update staff set search_keys = staff_search_keys(name, pinyin, account)`.execute(db);
    console.log('keys', performance.now() - t);
    t = performance.now();
    await sql`select refresh_staff_rights((select array_agg(id) from staff))`.execute(db);
    console.log('rights', performance.now() - t);
  });
  await sql`insert into inbox (workorder_id, number, key, arrived_at, task_code, area_code, status, due_at)
    select gen_random_uuid(), 1, case when n % 2 = 0 then 'org:office' else 'staff:p' || n end, now(), 'x', '330127', 4, now() from generate_series(1, 100000) n`.execute(
    db,
  );
  await sql`vacuum analyze staff`.execute(db);
  await sql`vacuum analyze staff_rights`.execute(db);
  await sql`vacuum analyze inbox`.execute(db);
  const ex =
    await sql`explain analyze select count(*), count(fault) from (select case when not r.enabled then 'x' when not 'handle' = any(r.permissions) then 'y' end as fault from staff st join staff_rights r on r.staff_id = st.id limit 10001) f`.execute(
      db,
    );
  console.log(JSON.stringify(ex.rows, null, 1));
  for (const query of [
    {},
    { text: 'w' },
    { text: 'wangw' },
    { text: 'ww' },
    { text: '伟芳' },
    { text: 'p4999' },
    { text: 'zzzz' },
    { page: '20', text: 'z' },
    { page: '900' },
  ]) {
    const times = [];
    let total = 0;
    for (let i = 0; i < 5; i += 1) {
      t = performance.now();
      const { body } = await portal.call('/api/pickers/staffs', { token, query: query as never });
      times.push(Math.round(performance.now() - t));
      total = (body.data as never as { total: number }).total;
    }
    console.log(JSON.stringify(query), total, times.join(' '));
  }
  t = performance.now();
  await portal.call('/api/pickers/organisations', { token });
  console.log('tree', performance.now() - t);
}, 600000);
