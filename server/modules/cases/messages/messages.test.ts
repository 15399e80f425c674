import { describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { sendMessages } from './service.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
  { account: 'wang', name: '王芳' },
  { account: 'centre', name: '钟心' },
]);
const workorder = { id: '01890000-0000-7000-8000-00000000000a', code: '2026000001' };

async function send(staffId: string, title: string): Promise<void> {
  portal.clock.forward(1_000);
  await inTransaction(portal.context.db, (tx) =>
    sendMessages(tx, portal.context, [{ staffId, kind: 'todo', title, content: '请及时查阅处理' }]),
  );
}
await send('zhang', '第一条');
await send('zhang', '第二条');
await send('li', '别人的');

const token = await portal.signIn('zhang');
const unreadPath = '/workportal/api/message/workMessage/selectUnreadCount';
const newestPath = '/gaio-base-console/api/workMessage/selectMessage';

describe('messages', () => {
  test.each([unreadPath, `${newestPath}?mark=new`, '/api/messages'])(
    'require a session: %s',
    async (path) => {
      expect((await portal.call(path)).status).toBe(401);
    },
  );

  test('are counted and the newest is returned', async () => {
    expect((await portal.call(unreadPath, { token })).body.data).toEqual({ count: 2 });
    const { body } = await portal.call(newestPath, { token, query: { mark: 'new' } });
    expect(body.data).toMatchObject({ title: '第二条', count: 2, read: false });
  });

  test('refuse an unknown mark', async () => {
    const { body } = await portal.call(newestPath, { token, query: { mark: 'old' } });
    expect(body.problems).toMatchObject([{ field: 'mark' }]);
  });

  test('are listed for the receiver only', async () => {
    const { body } = await portal.call('/api/messages', { token });
    expect(body.data).toMatchObject({ rows: [{ title: '第二条' }, { title: '第一条' }], total: 2 });
  });

  test('are marked read only by their receiver', async () => {
    const other = await portal.call('/api/messages', { token: await portal.signIn('li') });
    const { id } = (other.body.data as unknown as { rows: { id: string }[] }).rows[0] ?? { id: '' };
    expect((await portal.call('/api/messages/read', { token, json: { ids: [id] } })).body.data).toEqual({
      count: 0,
    });
    expect((await portal.call('/api/messages/read', { token, json: {} })).body.data).toEqual({ count: 2 });
    expect((await portal.call(newestPath, { token, query: { mark: 'new' } })).body.data).toBeNull();
  });

  test('that arrive after the list was read stay unread when the list is marked read', async () => {
    await send('li', '在列表中');
    const li = await portal.signIn('li');
    const { body } = await portal.call('/api/messages', { token: li });
    const { asOf, total } = body.data as unknown as { asOf: string; total: number };
    await send('li', '后来的');
    const marked = await portal.call('/api/messages/read', { token: li, json: { asOf } });
    expect(marked.body.data).toEqual({ count: total });
    const remainingMessages = await portal.call('/api/messages', { token: li, query: { unread: 'true' } });
    expect(remainingMessages.body.data).toMatchObject({ rows: [{ title: '后来的' }], total: 1 });
    const wrong = await portal.call('/api/messages/read', { token: li, json: { asOf: '昨天' } });
    expect(wrong.body.problems).toMatchObject([{ field: 'asOf' }]);
  });

  test('about an order are marked read alone', async () => {
    const centre = await portal.signIn('centre');
    await inTransaction(portal.context.db, (tx) =>
      sendMessages(tx, portal.context, [
        { staffId: 'centre', kind: 'todo', title: '本件', content: '', workorder },
        { staffId: 'centre', kind: 'todo', title: `另一件，参见 ${workorder.code}`, content: '' },
        { staffId: 'wang', kind: 'todo', title: '别人的', content: '', workorder },
      ]),
    );
    const json = { which: { workorderCode: workorder.code } };
    const marked = await portal.call('/api/messages/read', { token: centre, json });
    expect(marked.body.data).toEqual({ count: 1 });
    await portal.call('/api/messages/read', { token: centre, json: {} });
    await portal.context.db.deleteFrom('messages').where('staff_id', 'in', ['centre', 'wang']).execute();
  });

  describe('in the message centre', () => {
    const titlesOf = async (query: Record<string, string>) => {
      const { body } = await portal.call('/api/messages', { token: await portal.signIn('centre'), query });
      return (body.data as unknown as { rows: { title: string }[] } | undefined)?.rows.map(
        ({ title }) => title,
      );
    };
    const sendToBoth = (kind: string, title: string, more = {}) =>
      inTransaction(portal.context.db, (tx) =>
        sendMessages(tx, portal.context, [
          { staffId: 'centre', kind, title, content: '100%_完成', ...more },
          { staffId: 'li', kind, title, content: '100%_完成', ...more },
        ]),
      );

    test('are filtered by kind, keyword, days and read state, alone and combined', async () => {
      portal.clock.now = new Date('2027-03-02T01:00:00Z');
      await sendToBoth('urged', '催办电梯停用', { workorder });
      await sendToBoth('maintenance', '今晚维护');
      // Ten minutes before midnight in China, and ten minutes after.
      portal.clock.now = new Date('2027-03-03T15:50:00Z');
      await sendToBoth('export', '导出完成');
      portal.clock.now = new Date('2027-03-03T16:10:00Z');
      await sendToBoth('urged', '催办路灯不亮');
      expect(await titlesOf({})).toHaveLength(4);
      expect(await titlesOf({ kind: 'urged' })).toEqual(['催办路灯不亮', '催办电梯停用']);
      expect(await titlesOf({ kind: 'system' })).toEqual(['今晚维护']);
      expect(await titlesOf({ keyword: '电梯' })).toEqual(['催办电梯停用']);
      expect(await titlesOf({ keyword: workorder.code })).toEqual(['催办电梯停用']);
      expect(await titlesOf({ keyword: '0%_完' })).toHaveLength(4);
      expect(await titlesOf({ keyword: '0__完' })).toEqual([]);
      expect(await titlesOf({ startDate: '2027-03-03', endDate: '2027-03-03' })).toEqual(['导出完成']);
      expect(await titlesOf({ startDate: '2027-03-04' })).toEqual(['催办路灯不亮']);
      expect(await titlesOf({ kind: 'urged', endDate: '2027-03-03', unread: 'true' })).toEqual([
        '催办电梯停用',
      ]);
    });

    test('refuse an unknown kind and an invalid day', async () => {
      const { body } = await portal.call('/api/messages', {
        token: await portal.signIn('centre'),
        query: { kind: 'gossip', startDate: '2027-02-30' },
      });
      expect(body.problems).toMatchObject([{ field: 'kind' }, { field: 'startDate' }]);
    });

    test('are marked read only when they match the filter', async () => {
      const own = await portal.signIn('centre');
      const mark = async (filter: object) =>
        (await portal.call('/api/messages/read', { token: own, json: { which: filter } })).body.data;
      expect(await mark({ kind: 'urged', keyword: '路灯' })).toEqual({ count: 1 });
      expect(await titlesOf({ unread: 'false' })).toEqual(['催办路灯不亮']);
      expect(await mark({ startDate: '2027-03-05' })).toEqual({ count: 0 });
      expect(await mark({ kind: 'system' })).toEqual({ count: 1 });
      expect(await titlesOf({ unread: 'true' })).toEqual(['导出完成', '催办电梯停用']);
      const others = await portal.call('/api/messages', {
        token: await portal.signIn('li'),
        query: { unread: 'true', kind: 'urged' },
      });
      expect(others.body.data).toMatchObject({ total: 2 });
    });
  });

  test('about work orders are hidden from a person who becomes an operator, in every list and count', async () => {
    await inTransaction(portal.context.db, (tx) =>
      sendMessages(tx, portal.context, [
        { staffId: 'wang', kind: 'todo', title: '反映电梯停用', content: '请及时查阅处理', workorder },
        { staffId: 'wang', kind: 'system', title: '今晚维护', content: '请保存' },
      ]),
    );
    const wang = await portal.signIn('wang');
    expect((await portal.call('/api/messages', { token: wang })).body.data).toMatchObject({ total: 2 });
    await portal.context.db
      .insertInto('role_permissions')
      .values({ role_code: 'role-wang', permission: Permission.manageRole })
      .execute();
    expect((await portal.call(unreadPath, { token: wang })).body.data).toEqual({ count: 1 });
    const newestMessage = await portal.call(newestPath, { token: wang, query: { mark: 'new' } });
    expect(newestMessage.body.data).toMatchObject({ title: '今晚维护', count: 1 });
    const listResponse = await portal.call('/api/messages', { token: wang });
    expect(listResponse.body.data).toMatchObject({ rows: [{ title: '今晚维护' }], total: 1 });
    const marked = await portal.call('/api/messages/read', { token: wang, json: {} });
    expect(marked.body.data).toEqual({ count: 1 });
  });
});
