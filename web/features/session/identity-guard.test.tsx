import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { people } from '#contract/people.ts';
import { call } from '#web/api/call.ts';
import { storeSession } from '#web/api/session-token.ts';
import { IdentityGuard } from './IdentityGuard.tsx';

/**
 * A mutation that requires a confirmed identity: it is given in a dialog over the screen, then the same
 * mutation is sent again.
 */

interface SentRequest {
  path: string;
  key: string | null;
  body: string;
}
const requests: SentRequest[] = [];
let isVerified = false;

beforeEach(() => {
  requests.length = 0;
  isVerified = false;
  storeSession({ accessToken: 'of tian', loginType: 'password', staffId: 'staff-tianye' });
  vi.stubGlobal('fetch', async (address: string | URL | Request, init?: RequestInit) => {
    const path = String(address);
    requests.push({
      path,
      key: new Headers(init?.headers).get('idempotency-key'),
      body: String(init?.body ?? ''),
    });
    const answer = (errcode: number, fields: object) =>
      new Response(JSON.stringify({ errcode, errmsg: '', ...fields }), {
        status: errcode === 0 ? 200 : 409,
        headers: { 'content-type': 'application/json' },
      });
    if (path.includes('/api/session/identity')) {
      if (!init?.body || !String(init.body).includes('123456'))
        return answer(40005, { errmsg: '动态口令错误' });
      isVerified = true;
      return answer(0, { data: {} });
    }
    if (path.includes('/api/session/second-factor'))
      return answer(0, {
        data: { enrolledAt: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 9, obliged: true },
      });
    return isVerified ? answer(0, { data: {} }) : answer(40935, { errmsg: '请先验证您本人的身份' });
  });
  render(
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <IdentityGuard />
      </QueryClientProvider>
    </App>,
  );
});
afterEach(() => vi.unstubAllGlobals());

const edit = () =>
  call(people.edit, {
    params: { id: 'staff-lina' },
    body: { account: 'lina', name: '李娜', orgId: 'x', idCard: '330127199102032218', digest: '' },
  });

test('a change that requires identity proof asks for a code, shows a wrong code, and is retried with the same key', async () => {
  const result = edit();
  const code = await screen.findByLabelText('动态口令或恢复码');
  expect(screen.getByText(/请先验证您本人的身份/)).toBeTruthy();
  fireEvent.change(code, { target: { value: '000000' } });
  fireEvent.click(screen.getByRole('button', { name: '验证并继续' }));
  expect(await screen.findByText('动态口令错误')).toBeTruthy();
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: '验证并继续' }));
  await expect(result).resolves.toEqual({});
  const keys = requests.filter(({ path }) => path.includes('staff-lina')).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  await waitFor(() => expect(screen.queryByText('验证本人身份')).toBeNull());
});

test('a change without the required proof is refused with the server’s message', async () => {
  const rejection = expect(edit()).rejects.toThrow('请先验证您本人的身份');
  fireEvent.click(await screen.findByRole('button', { name: /取\s?消/ }));
  await rejection;
});
