import { expect, test } from 'vitest';
import { session } from '#contract/session.ts';
import { sessions } from '#contract/sign-ins.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openSession, testOffice } from '#test/world/office.ts';

const office = await testOffice();
const security = office.as('dongmei');
/** Accounts that are refused: only the security administrator may manage sessions. */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, xiaohan: 403, tianye: 403, yuanyuan: 403 };

async function listSessionsOf(account: string) {
  const { rows } = await security.done(sessions.list, { query: { keyword: account } });
  return rows;
}

async function openSessionOf(account: string): Promise<string> {
  await openSession(office, account);
  return (await listSessionsOf(account))[0]?.id ?? '';
}

describeCalls(office, sessions, {
  list: {
    caller: 'dongmei',
    request: async () => {
      await openSessionOf('zhangwei');
      return { query: { keyword: 'zhangwei' } };
    },
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ query: { state: 'asleep' } }), expectedProblems: [['state', '不是可选的值']] },
    ],
    checkAnswer: ({ rows }) => {
      expect(rows[0]).toMatchObject({
        account: 'zhangwei',
        name: '张伟',
        living: true,
        own: false,
        endText: '',
      });
    },
  },
  end: {
    caller: 'dongmei',
    request: async () => ({ params: { id: await openSessionOf('lina') } }),
    refusedFor: others,
    checkAnswer: async ({ ended }, { params }) => {
      expect(ended).toBe(1);
      const { rows } = await security.done(sessions.list, { query: { keyword: 'lina', state: 'ended' } });
      expect(rows.find(({ id }) => id === params?.id)).toMatchObject({
        living: false,
        endText: '管理员结束',
      });
    },
  },
  endAllOf: {
    caller: 'dongmei',
    request: async () => {
      await openSessionOf('liuyang');
      await openSessionOf('liuyang');
      return { params: { id: 'staff-liuyang' } };
    },
    refusedFor: others,
    checkAnswer: async ({ ended }) => {
      expect(ended).toBeGreaterThanOrEqual(2);
      expect(await listSessionsOf('liuyang')).toEqual([]);
    },
  },
});

test('ending another person’s session takes effect immediately, and the administrator’s own is refused', async () => {
  const clerk = office.as('zhaomin');
  await clerk.done(session.currentUser);
  const [clerkSession] = await listSessionsOf('zhaomin');
  await security.done(sessions.end, { params: { id: clerkSession?.id ?? '' } });
  expect((await clerk.call(session.currentUser)).status).toBe(401);
  const again = await security.call(sessions.end, { params: { id: clerkSession?.id ?? '' } });
  expect(again.body).toMatchObject({ errcode: 404, errmsg: '该会话已经结束' });

  const own = (await listSessionsOf('dongmei')).find((row) => row.own);
  const refused = await security.call(sessions.end, { params: { id: own?.id ?? '' } });
  expect(refused.body).toMatchObject({ errcode: 40931, errmsg: '这是您正在使用的会话，请使用“退出登录”' });
  const all = await security.call(sessions.endAllOf, { params: { id: 'staff-dongmei' } });
  expect(all.body.errcode).toBe(40931);
});

test('a timed-out session is listed as timed out', async () => {
  await openSessionOf('pengbo');
  office.clock.forward(3 * 3_600_000);
  const { rows } = await office
    .as('dongmei')
    .done(sessions.list, { query: { keyword: 'pengbo', state: 'ended', sort: 'createdAt', order: 'asc' } });
  expect(rows[0]).toMatchObject({ endText: '超时失效' });
});
