import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { sm2 } from 'sm-crypto-v2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/session.ts';
import { readSessionToken, storeSession } from '#web/api/session-token.ts';
import { ForcedPasswordChange } from './ForcedPasswordChange.tsx';

const keys = sm2.generateKeyPairHex();
const me = {
  username: 'admin',
  name: '系统管理员',
  passwordProfile: 'strict',
  mustChangePassword: true,
  passwordExpired: false,
} as CurrentUser;
let requests: { url: string; body: string | undefined }[];
let addresses: string[];

beforeEach(() => {
  requests = [];
  addresses = [];
  storeSession({ accessToken: 'token-1', loginType: 'password', staffId: 'staff-liuyang' });
  vi.stubGlobal('location', { assign: (target: string) => void addresses.push(target) });
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    requests.push({ url, body: init.body });
    const ok = (data: unknown) => new Response(JSON.stringify({ errcode: 0, code: 200, data }));
    if (url === '/api/session/tickets') return ok({ ticket: 'ticket-1', expiresAt: '' });
    if (url === '/api/session/public-key') return ok({ algorithm: 'SM2', publicKey: keys.publicKey });
    if (url.startsWith('/auth/')) return ok({ redirect_uri: '/login' });
    return ok({});
  });
  renderScreen(me);
});

const renderScreen = (person: CurrentUser) =>
  render(
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <ForcedPasswordChange me={person} />
      </QueryClientProvider>
    </App>,
  );
afterEach(() => vi.unstubAllGlobals());

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('shows the office’s password rule, binds both passwords to one ticket and leads to the login', async () => {
  await screen.findByText('首次登录，请先修改密码');
  expect(screen.getByText(/由大写字母、小写字母、数字、特殊符号组成，长度 10 到 18 位/)).toBeTruthy();
  type('当前密码', 'Once-12345');
  type('新密码', 'River-98765');
  type('确认新密码', 'River-98765');
  fireEvent.click(screen.getByRole('button', { name: '确认修改' }));
  await waitFor(() => expect(addresses).toEqual(['/login#changed']));
  const body = JSON.parse(requests.find(({ url }) => url.startsWith('/staffs'))?.body ?? '{}');
  const decrypt = (encrypted: string) => sm2.doDecrypt(encrypted.slice(4), keys.privateKey, 1);
  expect(body.ticket).toBe('ticket-1');
  expect([decrypt(body.oldpassword), decrypt(body.password)]).toEqual([
    'ticket-1 Once-12345',
    'ticket-1 River-98765',
  ]);
  expect(readSessionToken()).toBeUndefined();
});

test('shows for an expired password its own text, not the one of the first login', async () => {
  cleanup();
  renderScreen({ ...me, passwordExpired: true });
  await screen.findByText('密码已到期，请先修改密码');
  expect(screen.queryByText('首次登录，请先修改密码')).toBeNull();
});

test('can be left only by signing out', async () => {
  await screen.findByText('首次登录，请先修改密码');
  expect(screen.queryByLabelText('Close')).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', keyCode: 27 });
  expect(screen.getByRole('dialog')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
  await waitFor(() => expect(addresses).toEqual(['/login#account']));
  expect(requests.map(({ url }) => url)).toContain('/sys/user/logout');
});
