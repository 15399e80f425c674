import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restoreSession } from '#web/api/session-gate.ts';
import { readSessionToken, storeSession } from '#web/api/session-token.ts';
import { meQuery } from '#web/api/use-me.ts';
import { SessionGuard } from './SessionGuard.tsx';

const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  storeSession({ accessToken: 'of zhang', loginType: 'password', staffId: 'staff-zhangwei' });
  vi.stubGlobal('location', { reload, assign: vi.fn(), pathname: '/todo', search: '' });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, { username: 'zhangwei', name: '张伟' } as never);
  render(
    <App>
      <QueryClientProvider client={queryClient}>
        <SessionGuard>
          <textarea aria-label="处理意见" />
        </SessionGuard>
      </QueryClientProvider>
    </App>,
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Logs in as another tab does. */
function signInElsewhere(staffId: string, token: string): void {
  localStorage.setItem('banjian.person', staffId);
  localStorage.setItem('banjian.accessToken', token);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'banjian.accessToken', newValue: token })));
}

test('shows at once that another person has signed in, and leaves the typed text and that session unchanged', async () => {
  fireEvent.change(screen.getByLabelText('处理意见'), { target: { value: '写了很久的意见' } });
  signInElsewhere('staff-lina', 'of li');
  expect(await screen.findByText('本浏览器已换人登录')).toBeTruthy();
  expect(screen.getByText(/没有提交，也不会以他人的名义提交/)).toBeTruthy();
  expect((screen.getByLabelText('处理意见') as HTMLTextAreaElement).value).toBe('写了很久的意见');
  expect(readSessionToken()).toBe('of li');
  fireEvent.click(screen.getByRole('button', { name: '使用新登录的账号' }));
  expect(reload).toHaveBeenCalled();
});

test('continues when the same person signs in from another tab', async () => {
  signInElsewhere('staff-lina', 'of li');
  await screen.findByText('本浏览器已换人登录');
  const restoring = restoreSession('of zhang');
  signInElsewhere('staff-zhangwei', 'of zhang again');
  await expect(restoring).resolves.toBe(true);
  await waitFor(() => expect(screen.queryByText('本浏览器已换人登录')).toBeNull());
});
