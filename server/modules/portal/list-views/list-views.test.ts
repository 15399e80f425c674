import { describe, expect, test } from 'vitest';
import { listViews, type ViewContent } from '#contract/list-views.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const content: ViewContent = { filters: { keyword: '电梯', status: 2 }, sort: 'dueAt', order: 'asc' };

let counter = 0;
async function createView(account = 'wujianguo', list = 'todo') {
  counter += 1;
  return office.as(account).done(listViews.create, { body: { list, name: `视图 ${counter}`, content } });
}
async function viewNames(account: string, list = 'todo') {
  const { rows } = await office.as(account).done(listViews.ofList, { query: { list } });
  return rows.map(({ name }) => name);
}
const byId = async () => ({ params: { id: (await createView()).id } });
/** Refusals of other people: only the owner of a view learns that it exists. */
const strangers = { liuyang: 404, zhangwei: 404 };

describeCalls(office, listViews, {
  ofList: {
    caller: 'wujianguo',
    request: async () => {
      await createView('wujianguo', 'done');
      return { query: { list: 'done' } };
    },
    refusedFor: {},
    invalidInputs: [
      { makeInvalid: () => ({ query: { list: '../etc' } }), expectedProblems: [['list', '格式不正确']] },
    ],
    checkAnswer: ({ rows, mayShare }) => {
      expect(mayShare).toBe(true);
      expect(rows[0]).toMatchObject({ mine: true, shared: false, isDefault: false, content });
    },
  },
  read: {
    caller: 'wujianguo',
    request: byId,
    refusedFor: strangers,
    checkAnswer: (view) => expect(view).toMatchObject({ mine: true, ownerName: '吴建国' }),
  },
  create: {
    caller: 'liuyang',
    request: () => Promise.resolve({ body: { list: 'todo', name: `新的 ${++counter}`, content } }),
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: ({ body }) => ({ body: { ...(body as object), name: ' ' } }),
        expectedProblems: [['name', '请输入视图名称']],
      },
      {
        makeInvalid: ({ body }) => ({ body: { ...(body as object), name: '长'.repeat(21) } }),
        expectedProblems: [['name', '视图名称不能超过20个字符']],
      },
    ],
    checkAnswer: async (view) => {
      expect(view).toMatchObject({ mine: true, shared: false, content });
      expect(await viewNames('liuyang')).toContain(view.name);
      expect(await viewNames('zhangwei')).not.toContain(view.name);
    },
  },
  change: {
    caller: 'wujianguo',
    request: async () => ({ ...(await byId()), body: { name: `改名 ${counter}` } }),
    refusedFor: strangers,
    checkAnswer: (view, sent) => expect(view).toMatchObject({ ...(sent.body as object), content }),
  },
  reorder: {
    caller: 'huangxiaomei',
    request: async () => {
      const [one, other] = [await createView('huangxiaomei'), await createView('huangxiaomei')];
      return { body: { list: 'todo', ids: [other.id, one.id] } };
    },
    refusedFor: {},
    checkAnswer: ({ rows }, sent) => {
      expect(rows.slice(0, 2).map(({ id }) => id)).toEqual((sent.body as { ids: string[] }).ids);
    },
  },
  setDefault: {
    caller: 'wujianguo',
    request: async () => ({ body: { list: 'todo', id: (await createView()).id } }),
    refusedFor: strangers,
    checkAnswer: async ({ rows }, sent) => {
      const { id } = sent.body as { id: string };
      expect(rows.filter(({ isDefault }) => isDefault).map((view) => view.id)).toEqual([id]);
      const none = await office
        .as('wujianguo')
        .done(listViews.setDefault, { body: { list: 'todo', id: null } });
      expect(none.rows.some(({ isDefault }) => isDefault)).toBe(false);
    },
  },
  remove: {
    caller: 'wujianguo',
    request: byId,
    refusedFor: strangers,
    checkAnswer: async ({ id }) => {
      expect((await office.as('wujianguo').call(listViews.read, { params: { id } })).status).toBe(404);
    },
  },
  restore: {
    caller: 'wujianguo',
    request: async () => {
      const view = await createView();
      await office.as('wujianguo').done(listViews.remove, { params: { id: view.id } });
      return { params: { id: view.id } };
    },
    refusedFor: strangers,
    checkAnswer: async (view) => expect(await viewNames('wujianguo')).toContain(view.name),
  },
});

describe('a shared view', () => {
  const share = (id: string, account = 'wujianguo', shared = true) =>
    office.as(account).call(listViews.change, { params: { id }, body: { shared } });

  test('is visible only in the owner’s organisation, and only the owner can change it', async () => {
    const view = await createView();
    expect((await share(view.id)).status).toBe(200);
    // 刘洋 is in the same bureau, 许军 in another.
    const opened = await office.as('liuyang').done(listViews.read, { params: { id: view.id } });
    expect(opened).toMatchObject({ mine: false, shared: true, ownerName: '吴建国' });
    expect((await office.as('xujun').call(listViews.read, { params: { id: view.id } })).status).toBe(404);
    const body = { name: '别人的' };
    for (const account of ['liuyang', 'xujun']) {
      const changed = await office.as(account).call(listViews.change, { params: { id: view.id }, body });
      expect(changed.status).toBe(404);
      expect((await office.as(account).call(listViews.remove, { params: { id: view.id } })).status).toBe(404);
    }
  });

  test('can be a colleague’s default view until it is no longer shared', async () => {
    const view = await createView();
    await share(view.id);
    const body = { list: 'todo', id: view.id };
    const { rows } = await office.as('liuyang').done(listViews.setDefault, { body });
    expect(rows.find(({ id }) => id === view.id)?.isDefault).toBe(true);
    await share(view.id, 'wujianguo', false);
    expect(await viewNames('liuyang')).not.toContain(view.name);
    await share(view.id);
    const again = await office.as('liuyang').done(listViews.ofList, { query: { list: 'todo' } });
    expect(again.rows.find(({ id }) => id === view.id)?.isDefault).toBe(false);
  });

  test('requires the permission, and must not contain an identity or mobile number', async () => {
    const own = await createView('liuyang');
    const refused = await share(own.id, 'liuyang');
    expect([refused.status, refused.body.errmsg]).toEqual([403, '您没有共享视图的权限']);

    const secret = await office.as('wujianguo').done(listViews.create, {
      body: { list: 'todo', name: '某人', content: { filters: { keyword: '330127199003129970' } } },
    });
    const message = '筛选条件里有证件号码或手机号码，不能共享';
    expect((await share(secret.id)).body.problems).toEqual([{ field: 'shared', message }]);
    const shared = await createView();
    await share(shared.id);
    const { body } = await office.as('wujianguo').call(listViews.change, {
      params: { id: shared.id },
      body: { content: { filters: { keyword: '找 15405711037' } } },
    });
    expect(body.problems).toEqual([{ field: 'content', message }]);
  });
});

test('two views of a list cannot have the same name, and a list has at most thirty', async () => {
  const create = (name: string) =>
    office.as('songjia').call(listViews.create, { body: { list: 'done', name, content } });
  const answers = await Promise.all([create('本月'), create('本月')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { body } = await create(' 本月 ');
  expect(body.problems).toEqual([{ field: 'name', message: '已有同名视图，请更换名称' }]);
  for (let number = 2; number <= 30; number += 1) expect((await create(`第 ${number} 个`)).status).toBe(200);
  expect((await create('再一个')).body.problems).toEqual([
    { field: 'name', message: '每个列表最多保存 30 个视图' },
  ]);
});

test('a restored view gets a number when its name is used again', async () => {
  const body = { list: 'affair', name: '重要', content };
  const first = await office.as('liuyang').done(listViews.create, { body });
  await office.as('liuyang').done(listViews.remove, { params: { id: first.id } });
  await office.as('liuyang').done(listViews.create, { body });
  const restored = await office.as('liuyang').done(listViews.restore, { params: { id: first.id } });
  expect(restored.name).toBe('重要 2');
});
