import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/transaction.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { sendMessages } from './service.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);

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
const unread = '/workportal/api/message/workMessage/selectUnreadCount';
const newest = '/gaio-base-console/api/workMessage/selectMessage';

describe('messages', () => {
  test.each([unread, `${newest}?mark=new`, '/api/messages'])('need a session: %s', async (path) => {
    expect((await portal.call(path)).status).toBe(401);
  });

  test('are counted and the newest is shown', async () => {
    expect((await portal.call(unread, { token })).body.data).toEqual({ count: 2 });
    const { body } = await portal.call(newest, { token, query: { mark: 'new' } });
    expect(body.data).toMatchObject({ title: '第二条', count: 2, read: false });
  });

  test('refuse a mark that there is not', async () => {
    const { body } = await portal.call(newest, { token, query: { mark: 'old' } });
    expect(body.problems).toMatchObject([{ field: 'mark' }]);
  });

  test('are listed, own ones only', async () => {
    const { body } = await portal.call('/api/messages', { token });
    expect(body.data).toMatchObject({ rows: [{ title: '第二条' }, { title: '第一条' }], total: 2 });
  });

  test("are marked read, never somebody else's", async () => {
    const other = await portal.call('/api/messages', { token: await portal.signIn('li') });
    const { id } = (other.body.data as unknown as { rows: { id: string }[] }).rows[0] ?? { id: '' };
    expect((await portal.call('/api/messages/read', { token, json: { ids: [id] } })).body.data).toEqual({
      count: 0,
    });
    expect((await portal.call('/api/messages/read', { token, json: {} })).body.data).toEqual({ count: 2 });
    expect((await portal.call(newest, { token, query: { mark: 'new' } })).body.data).toBeNull();
  });
});
