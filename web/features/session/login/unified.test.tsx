import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { sm2 } from 'sm-crypto-v2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Welcome } from '#contract/welcome.ts';
import { readLoginType, readSessionToken } from '#web/api/session-token.ts';
import { emptyWelcome } from '../sign-in.ts';
import { LoginPage } from './LoginPage.tsx';

interface ServerStub {
  /** Bodies that were sent to the unified login's two calls. */
  requestBodies: unknown[];
  /** Answer to `finish`; if undefined, it succeeds. */
  refusal?: { status: number; body: unknown };
}

const session = {
  accessToken: 'token-1',
  staffId: 's',
  loginType: 'oidc',
  deviceToken: '',
  remembered: false,
  landing: null,
};

/** Stubs a server with the unified login that accepts every password. */
function serve(): ServerStub {
  const server: ServerStub = { requestBodies: [] };
  vi.stubGlobal('fetch', async (url: string, init: { body?: unknown }) => {
    const ok = (data: unknown) => new Response(JSON.stringify({ errcode: 0, code: 200, data }));
    if (url.startsWith('/sys/captcha'))
      return ok({ img: 'data:image/png;base64,AAAA', captchaToken: 'c', work: null });
    if (url === '/api/session/public-key') return ok({ algorithm: 'SM2', publicKey: keys.publicKey });
    if (url === '/login') return ok({ ...session, loginType: 'password' });
    server.requestBodies.push(JSON.parse(String(init.body)));
    if (server.refusal)
      return new Response(JSON.stringify(server.refusal.body), { status: server.refusal.status });
    if (url.endsWith('/start')) return ok({ location: 'https://sso.example/login?r=x', browserKey: 'key-1' });
    return ok({ ...session, target: '/affair' });
  });
  return server;
}

const keys = sm2.generateKeyPairHex();

function renderPage(welcome: Partial<Welcome> = {}) {
  const onSignedIn = vi.fn();
  const welcomeData = { ...emptyWelcome, ...welcome };
  render(
    <LoginPage welcome={welcomeData} returnTarget="/todo" onTyping={() => {}} onSignedIn={onSignedIn} />,
  );
  return onSignedIn;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('unified login', () => {
  const signOn = { isTwin: false, isFirst: false };
  const link = () => screen.getByRole('button', { name: /^统一身份认证登录/ });
  let addresses: string[];
  const openAt = (search: string, hash = '') => {
    addresses = [];
    vi.stubGlobal('location', { search, hash, assign: (address: string) => void addresses.push(address) });
    vi.stubGlobal('history', { replaceState: vi.fn() });
  };
  beforeEach(() => sessionStorage.clear());

  test('is offered only where the office has one, and the account field has the focus', async () => {
    serve();
    renderPage();
    expect(screen.queryByRole('button', { name: /统一身份认证/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '账号' }));
  });

  test('leads to the provider with the target, and is marked as the demo simulator', async () => {
    const server = serve();
    openAt('');
    renderPage({ signOn: { ...signOn, isTwin: true } });
    expect(link().textContent).toBe('统一身份认证登录（演示）');
    fireEvent.click(link());
    await waitFor(() => expect(addresses).toEqual(['https://sso.example/login?r=x']));
    expect(server.requestBodies).toEqual([{ r: '/todo' }]);
  });

  test('signs in when the provider redirects back, and opens the target', async () => {
    const server = serve();
    sessionStorage.setItem(
      'serviceportal.signOn',
      JSON.stringify({ browserKey: 'key-1', target: '/affair' }),
    );
    openAt('?code=c&state=s');
    const onSignedIn = renderPage({ signOn });
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('/affair'));
    expect(server.requestBodies).toEqual([{ browserKey: 'key-1', answer: 'code=c&state=s' }]);
    expect([readSessionToken(), readLoginType()]).toEqual(['token-1', 'oidc']);
    expect(sessionStorage.length).toBe(0);
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/login?r=%2Faffair#account');
  });

  test('shows why it failed, and keeps the target for the password login', async () => {
    const server = serve();
    server.refusal = {
      status: 400,
      body: { errcode: 40004, errmsg: '统一身份认证未完成或已失效，请重新登录' },
    };
    sessionStorage.setItem(
      'serviceportal.signOn',
      JSON.stringify({ browserKey: 'key-1', target: '/affair' }),
    );
    openAt('?error=access_denied&state=s');
    const onSignedIn = renderPage({ signOn });
    expect((await screen.findByRole('alert')).textContent).toContain('统一身份认证未完成');
    await screen.findByAltText('验证码图片');
    for (const [label, value] of Object.entries({ 账号: 'a', 密码: 'b', 验证码: 'c' }))
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('/affair'));
  });

  test('shows a separate dialog for a disabled account (S0 §4)', async () => {
    const server = serve();
    server.refusal = { status: 403, body: { errcode: 501, errmsg: '该账号已被停用' } };
    const showModal = vi.fn();
    HTMLDialogElement.prototype.showModal = showModal;
    openAt('?code=c&state=s');
    renderPage({ signOn });
    await waitFor(() => expect(showModal).toHaveBeenCalled());
  });

  test('starts automatically where configured, but not for a person who has just signed out', async () => {
    const server = serve();
    openAt('?r=/todo');
    renderPage({ signOn: { ...signOn, isFirst: true } });
    await waitFor(() => expect(addresses).toHaveLength(1));
    expect(server.requestBodies).toEqual([{ r: '/todo' }]);
    document.body.innerHTML = '';
    openAt('', '#account');
    renderPage({ signOn: { ...signOn, isFirst: true } });
    await screen.findByAltText('验证码图片');
    expect(addresses).toEqual([]);
  });
});
