import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/session.ts';
import { PasswordAgeNotice } from '../../features/session/PasswordAgeNotice.tsx';
import { MySignInScreen } from './MySignInScreen.tsx';

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36';
const at = '2026-11-23T01:00:00.000Z';
const session = { loginType: 'device', address: '10.1.2.3', userAgent: chrome, createdAt: at, seenAt: at };
const signIns = {
  sessions: [
    { id: 'one', own: true, ...session },
    { id: 'two', own: false, ...session, address: '10.9.9.9' },
  ],
  browsers: [{ id: 'browser', address: '', userAgent: chrome, usedAt: at }],
  events: [{ seq: 1, at, event: 'login.failed', address: '10.9.9.9', userAgent: chrome, count: 3 }],
};
let requests: string[];

beforeEach(() => {
  requests = [];
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (url: string, init: { method: string }) => {
    const ok = (data: unknown) => new Response(JSON.stringify({ errcode: 0, code: 200, data }));
    if (init.method !== 'GET') requests.push(url);
    if (url === '/api/session/second-factor')
      return ok({ enrolledAt: at, recoveryCodesLeft: 2, obliged: true });
    return ok(url === '/api/session/mine' ? signIns : { ended: 1, forgotten: 0 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const draw = (part: ReactNode, client = new QueryClient()) =>
  render(
    <App>
      <MemoryRouter>
        <QueryClientProvider client={client}>{part}</QueryClientProvider>
      </MemoryRouter>
    </App>,
  );

test('lists the user’s sign-ins, marks this session, and ends another after confirmation', async () => {
  draw(<MySignInScreen />);
  const list = within(await screen.findByRole('list', { name: '登录会话' }));
  const [own, other] = list.getAllByRole('listitem');
  expect(own?.textContent).toMatch(/Chrome 131\s· Windows/);
  expect(own?.textContent).toContain('本会话');
  expect(own?.textContent).toContain('记住密码');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
  fireEvent.click(within(other as HTMLElement).getByRole('button', { name: /结\s*束/ }));
  expect(requests).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: '确认结束' }));
  await waitFor(() => expect(requests).toEqual(['/api/session/mine/two/end']));
  expect(screen.getByRole('list', { name: '最近登录记录' }).textContent).toContain('账号或密码错误');
});

test('an open change of the user’s second factor remains when a query of the page fails', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  draw(<MySignInScreen />, client);
  fireEvent.click(await screen.findByRole('button', { name: '重新生成恢复码' }));
  const code = await screen.findByLabelText(/动态口令/);
  fireEvent.change(code, { target: { value: '123 456' } });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => client.refetchQueries());
  expect((screen.getByLabelText(/动态口令/) as HTMLInputElement).value).toBe('123 456');
});

test('offers no removal of a mandatory second factor, and warns when few recovery codes are left', async () => {
  draw(<MySignInScreen />);
  await screen.findByRole('button', { name: '重新生成恢复码' });
  expect(screen.queryByRole('button', { name: '关闭二次验证' })).toBeNull();
  expect(screen.getByText(/恢复码即将用完/)).toBeDefined();
});

test('shows a notice of password expiry, and hides it for the day after it is dismissed', async () => {
  const me = { username: 'zhou', passwordProfile: 'standard', passwordDaysLeft: 3 } as CurrentUser;
  const { unmount } = draw(<PasswordAgeNotice me={me} />);
  expect(screen.getByText('密码还有 3 天到期')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '今天不再提示' }));
  expect(screen.queryByText('密码还有 3 天到期')).toBeNull();
  unmount();
  draw(<PasswordAgeNotice me={me} />);
  expect(screen.queryByText('密码还有 3 天到期')).toBeNull();
});
