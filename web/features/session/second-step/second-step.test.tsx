import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { sm2 } from 'sm-crypto-v2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSessionToken } from '#web/api/session-token.ts';
import { LoginPage } from '../login/LoginPage.tsx';
import { ReLoginDialog } from '../ReLoginDialog.tsx';
import { emptyWelcome } from '../sign-in.ts';

const keys = sm2.generateKeyPairHex();
const session = {
  accessToken: 'token-1',
  staffId: 's',
  loginType: 'password',
  deviceToken: 'device-1',
  remembered: false,
  landing: null,
};
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCD${index}-EFGH${index}`);
const refusals = {
  wrong: { errcode: 40005, errmsg: '动态口令错误或已使用，请输入最新的动态口令' },
  over: { errcode: 40006, errmsg: '本次登录已超时或失效，请重新登录' },
};

interface ServerStub {
  sent: { path: string; body: unknown }[];
  /** Answers to the codes, in order; afterwards every code is accepted. */
  answers: (keyof typeof refusals)[];
}

/** Stubs a server that always requires a second step. */
function serve(secondFactor: 'code' | 'enrol'): ServerStub {
  const server: ServerStub = { sent: [], answers: [] };
  vi.stubGlobal('fetch', async (url: string, init: { body?: unknown }) => {
    const ok = (data: unknown) => new Response(JSON.stringify({ errcode: 0, code: 200, data }));
    if (url.startsWith('/sys/captcha'))
      return ok({ img: 'data:image/png;base64,AAAA', captchaToken: 'c', work: null });
    if (url === '/api/session/public-key') return ok({ algorithm: 'SM2', publicKey: keys.publicKey });
    if (url === '/login')
      return ok({
        secondFactor,
        account: 'zhoumin',
        halfSession: 'half-1',
        expiresAt: '2026-11-23T00:00:00Z',
      });
    server.sent.push({ path: url, body: JSON.parse(String(init.body)) });
    if (url.endsWith('/enrolment'))
      return ok({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://x', picture: 'data:image/png;base64,AAAA' });
    const refusal = server.answers.shift();
    if (refusal) return new Response(JSON.stringify(refusals[refusal]), { status: 400 });
    return ok(url.endsWith('/confirm') ? { ...session, recoveryCodes } : session);
  });
  return server;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function signIn() {
  const onSignedIn = vi.fn();
  render(
    <LoginPage welcome={emptyWelcome} returnTarget="/todo" onTyping={() => {}} onSignedIn={onSignedIn} />,
  );
  await screen.findByAltText('验证码图片');
  type('账号', 'zhoumin');
  type('密码', 'Demo@1234');
  type('验证码', '7k3m');
  press('登录');
  return onSignedIn;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('second step on the login page', () => {
  test('stores no token after the first step, and signs in with the code', async () => {
    const server = serve('code');
    const onSignedIn = await signIn();
    expect(await screen.findByRole('heading', { name: '二次验证' })).toBeDefined();
    expect(readSessionToken()).toBeUndefined();
    expect(onSignedIn).not.toHaveBeenCalled();
    type('动态口令', ' 123456 ');
    press('验证并登录');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('/todo'));
    expect(server.sent).toEqual([
      { path: '/api/login/second-factor', body: { halfSession: 'half-1', code: '123456' } },
    ]);
    expect(readSessionToken()).toBe('token-1');
    expect(localStorage.getItem('banjian.device')).toContain('zhoumin');
  });

  test('shows an error at the field, and sends no empty code', async () => {
    const server = serve('code');
    server.answers = ['wrong'];
    await signIn();
    await screen.findByLabelText('动态口令');
    press('验证并登录');
    expect(screen.getByText('请输入动态口令')).toBeDefined();
    expect(server.sent).toEqual([]);
    type('动态口令', '000000');
    press('验证并登录');
    expect(await screen.findByText(refusals.wrong.errmsg)).toBeDefined();
    expect(screen.getByLabelText('动态口令')).toHaveProperty('value', '');
    press('使用恢复码');
    expect(screen.getByLabelText('恢复码')).toBeDefined();
    expect(screen.queryByText(refusals.wrong.errmsg)).toBeNull();
  });

  test('returns to the password with a message when its time or its attempts are used up', async () => {
    const server = serve('code');
    server.answers = ['over'];
    await signIn();
    await screen.findByLabelText('动态口令');
    type('动态口令', '123456');
    press('验证并登录');
    expect(await screen.findByText(refusals.over.errmsg)).toBeDefined();
    expect(screen.getByRole('heading', { name: '账号登录' })).toBeDefined();
    expect(screen.getByLabelText('密码')).toHaveProperty('value', '');
  });

  test('sets up an authenticator where the office requires it, and shows the recovery codes before the portal', async () => {
    const server = serve('enrol');
    const onSignedIn = await signIn();
    expect(await screen.findByAltText('供身份验证器扫描的二维码')).toBeDefined();
    expect(screen.getByLabelText('密钥').textContent).toBe('ABCD EFGH IJKL MNOP');
    type('动态口令', '123456');
    press('确认并登录');
    await screen.findByRole('heading', { name: '请保存恢复码' });
    expect(screen.getByRole('list', { name: '恢复码' }).children).toHaveLength(10);
    expect(onSignedIn).not.toHaveBeenCalled();
    press('我已保存，进入系统');
    expect(onSignedIn).toHaveBeenCalledWith('/todo');
    expect(server.sent.map(({ path }) => path)).toEqual([
      '/api/login/second-factor/enrolment',
      '/api/login/second-factor/enrolment/confirm',
    ]);
  });
});

test('a session that ended over a screen is not renewed by the password alone', async () => {
  const server = serve('code');
  const onRestored = vi.fn();
  render(
    <ReLoginDialog
      account="zhoumin"
      name="周敏"
      isOtherPerson={false}
      usedUnifiedLogin={false}
      onRestored={onRestored}
      onLeave={() => {}}
    />,
  );
  type('密码', 'Demo@1234');
  type('验证码', '7k3m');
  fireEvent.click(screen.getByRole('button', { name: '重新登录' }));
  await screen.findByLabelText('动态口令');
  expect(onRestored).not.toHaveBeenCalled();
  type('动态口令', '123456');
  press('验证并登录');
  await waitFor(() => expect(onRestored).toHaveBeenCalled());
  expect(server.sent).toHaveLength(1);
  expect(readSessionToken()).toBe('token-1');
});
