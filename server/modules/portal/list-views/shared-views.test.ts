import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { handOvers } from '#contract/hand-overs.ts';
import { type ListView, listViews } from '#contract/list-views.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const leader = office.as('wujianguo');
const content = { filters: { keyword: '电梯' } };

let counter = 0;
const createView = (list = 'todo', name = `视图 ${++counter}`) =>
  leader.done(listViews.create, { body: { list, name, content } });
const change = (id: string, body: object) => leader.call(listViews.change, { params: { id }, body });
async function createSharedView() {
  const view = await createView();
  expect((await change(view.id, { shared: true })).status).toBe(200);
  return view;
}

const canOpen = async (account: string, { id }: Pick<ListView, 'id'>) =>
  (await office.as(account).call(listViews.read, { params: { id } })).status === 200;

async function moveLeader(orgId: string) {
  await sql`update staff set org_id = ${orgId}, department_id = null where account = 'wujianguo'`.execute(db);
}

async function withoutRight<Result>(work: () => Promise<Result>): Promise<Result> {
  await sql`delete from role_permissions where role_code = 'leader' and permission = 'list-view:share'`.execute(
    db,
  );
  try {
    return await work();
  } finally {
    await sql`insert into role_permissions values ('leader', 'list-view:share')`.execute(db);
  }
}

describe('a shared view after its owner moved to another organisation', () => {
  // 刘洋 is in the old bureau, 许军 in the new one.
  async function visibilityAfterMove(change: (view: ListView) => Promise<unknown>) {
    const view = await createSharedView();
    await moveLeader('330127-zjj');
    await change(view);
    const visibility = { before: await canOpen('liuyang', view), after: await canOpen('xujun', view) };
    await moveLeader('330127-xfj');
    return visibility;
  }

  test('is not shared with the new organisation by a rename', async () => {
    const visibility = await visibilityAfterMove(({ id }) => change(id, { name: '改了名的' }));
    expect(visibility).toEqual({ before: true, after: false });
  });

  test('is not shared with the new organisation by deletion and restoration', async () => {
    const visibility = await visibilityAfterMove(async ({ id }) => {
      await leader.done(listViews.remove, { params: { id } });
      await leader.done(listViews.restore, { params: { id } });
    });
    expect(visibility).toEqual({ before: true, after: false });
  });
});

test('without the permission, a shared view can only be unshared, and is restored as a private one', async () => {
  const view = await createSharedView();
  const other = await createSharedView();
  await withoutRight(async () => {
    const filters = { filters: { keyword: '换了内容' } };
    expect((await change(view.id, { content: filters })).status).toBe(403);
    await leader.done(listViews.remove, { params: { id: other.id } });
    await leader.done(listViews.restore, { params: { id: other.id } });
    expect(await canOpen('liuyang', other)).toBe(false);
    expect((await change(view.id, { shared: false, content: filters })).status).toBe(200);
  });
  expect(await canOpen('liuyang', view)).toBe(false);
});

test('an identity or mobile number in the name of a view or of its filter prevents sharing', async () => {
  const numberInName = await createView('todo', '李某15405711074');
  const numberInKey = await leader.done(listViews.create, {
    body: { list: 'todo', name: '键', content: { filters: { '15405711074': '电梯' } } },
  });
  for (const { id } of [numberInName, numberInKey]) {
    const { body } = await change(id, { shared: true });
    expect(body.problems).toEqual([{ field: 'shared', message: '筛选条件里有证件号码或手机号码，不能共享' }]);
  }
});

describe('concurrent calls for list views', () => {
  test('leave one default of a list, without an error', async () => {
    const [one, other] = [await createView('done'), await createView('done')];
    for (let round = 0; round < 5; round += 1) {
      await leader.done(listViews.setDefault, { body: { list: 'done', id: null } });
      const answers = await Promise.all(
        [one, other, one, other].map(({ id }) =>
          leader.call(listViews.setDefault, { body: { list: 'done', id } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    const { rows } = await leader.done(listViews.ofList, { query: { list: 'done' } });
    expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('leave no default that refers to a deleted view', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createView('copied');
      const answers = await Promise.all([
        change(id, { name: `改名 ${round}` }),
        leader.call(listViews.remove, { params: { id } }),
        leader.call(listViews.setDefault, { body: { list: 'copied', id } }),
        leader.call(listViews.remove, { params: { id } }),
      ]);
      for (const { status, text } of answers) expect([200, 404], text).toContain(status);
      const { rows } = await sql`select from list_view_defaults where view_id = ${id}`.execute(db);
      expect(rows).toEqual([]);
    }
  });
});

test('a person has at most 300 views in all lists, and deleted ones are removed after a day', async () => {
  const clerk = office.as('zhangwei');
  await sql`insert into list_views (id, list, staff_id, name, content, sort_by, updated_at, deleted_at)
    select gen_random_uuid(), 'list-' || n / 30, 'staff-zhangwei', n::text, '{}', n, now(), ${office.clock.now}
    from generate_series(1, 300) n`.execute(db);
  const save = () => clerk.call(listViews.create, { body: { list: 'todo', name: '新的', content } });
  expect((await save()).body.problems).toEqual([
    { field: 'name', message: '所有列表合计最多保存 300 个视图' },
  ]);
  office.clock.forward(86_400_001);
  expect((await save()).status).toBe(200);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from list_views where staff_id = 'staff-zhangwei'`.execute(db);
  expect(rows).toEqual([{ left: 1 }]);
});

test('a view of a person who left can be removed only by the matter administrator', async () => {
  const view = await createSharedView();
  const params = { id: view.id };
  const remove = (account: string) => office.as(account).call(handOvers.removeView, { params });
  expect((await remove('shenjie')).status).toBe(404);
  await sql`update staff set disabled_at = now() where account = 'wujianguo'`.execute(db);
  expect((await remove('liuyang')).status).toBe(403);
  expect((await office.as('shenjie').call(listViews.remove, { params })).status).toBe(404);
  expect(await canOpen('liuyang', view)).toBe(true);
  expect((await remove('shenjie')).status).toBe(200);
  expect(await canOpen('liuyang', view)).toBe(false);
  await sql`update staff set disabled_at = null where account = 'wujianguo'`.execute(db);
});
