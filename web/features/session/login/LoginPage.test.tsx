import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { sm2 } from 'sm-crypto-v2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readLoginType, readSessionToken } from '#web/api/session-token.ts';
import { LoginPage } from './LoginPage.tsx';

const keys = sm2.generateKeyPairHex();
const image = 'data:image/png;base64,AAAA';

interface World {
  captchas: number;
  logins: URLSearchParams[];
  answer: { status: number; body: unknown };
}

const accepted = (remembered: boolean) => ({
  status: 200,
  body: {
    errcode: 0,
    code: 200,
    data: { accessToken: 'token-1', loginType: 'password', deviceToken: 'device-1', remembered },
  },
});

/** A server with a captcha and a key; each login gets `answer`. */
function serve(answer: World['answer'] = accepted(false)): World {
  const world: World = { captchas: 0, logins: [], answer };
  vi.stubGlobal('fetch', async (url: string, init: { body?: URLSearchParams }) => {
    const ok = (data: unknown) => new Response(JSON.stringify({ errcode: 0, code: 200, data }));
    if (url.startsWith('/sys/captcha')) {
      world.captchas += 1;
      const work = url.includes('kind=work') ? { salt: 's', difficulty: 4 } : null;
      return ok({ img: image, captchaToken: `captcha-${world.captchas}`, work });
    }
    if (url === '/api/session/public-key') return ok({ algorithm: 'SM2', publicKey: keys.publicKey });
    if (init.body) world.logins.push(init.body);
    return new Response(JSON.stringify(world.answer.body), { status: world.answer.status });
  });
  return world;
}

async function show() {
  const onSignedIn = vi.fn();
  render(<LoginPage returnTarget="/todo" onTyping={() => {}} onSignedIn={onSignedIn} />);
  await screen.findByAltText('验证码图片');
  return onSignedIn;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: '登录' }));
function fill() {
  type('账号', 'zhoumin');
  type('密码', 'Demo@1234');
  type('验证码', '7k3m');
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the login', () => {
  test('names everything missing at once, at its field, and sends nothing (S0 §5)', async () => {
    const world = serve();
    await show();
    press();
    for (const [label, text] of [
      ['账号', '账号不能为空'],
      ['密码', '密码不能为空'],
      ['验证码', '验证码不能为空'],
    ] as const) {
      const field = screen.getByLabelText(label);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      expect(described.map((id) => document.getElementById(id)?.textContent).join('')).toContain(text);
    }
    expect(document.activeElement).toBe(screen.getByLabelText('账号'));
    expect(world.logins).toHaveLength(0);
  });

  test('sends the password wrapped, keeps the token and goes to the target, the login type beside it (S0 §4)', async () => {
    const world = serve();
    const onSignedIn = await show();
    fill();
    press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('/todo'));
    const sent = world.logins[0];
    expect(sent?.get('username')).toBe('zhoumin');
    expect(sent?.get('verifyCode')).toBe('7k3m');
    expect(sent?.get('captchaToken')).toBe('captcha-1');
    expect(sent?.get('password')).toMatch(/^sm2:[0-9a-f]+$/);
    expect(sm2.doDecrypt((sent?.get('password') ?? '').slice(4), keys.privateKey, 1)).toBe(
      'captcha-1 Demo@1234',
    );
    expect(readSessionToken()).toBe('token-1');
    expect(readLoginType()).toBe('password');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Demo@1234');
  });

  test('shows why it failed, asks for the password again and takes a new captcha', async () => {
    const world = serve({ status: 400, body: { errcode: 40001, errmsg: '账号或密码错误' } });
    const onSignedIn = await show();
    fill();
    press();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('登录失败账号或密码错误');
    expect(world.captchas).toBe(2);
    expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('zhoumin');
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  test('a disabled account gets its own dialog (S0 §4)', async () => {
    serve({ status: 403, body: { errcode: 501, errmsg: '该账号已被停用' } });
    const opened = vi.fn();
    HTMLDialogElement.prototype.showModal = opened;
    await show();
    fill();
    press();
    await waitFor(() => expect(opened).toHaveBeenCalled());
    expect(screen.getByText('您的账号已被停用，请联系运维管理员')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('换一张 takes another picture', async () => {
    const world = serve();
    await show();
    fireEvent.click(screen.getByRole('button', { name: '换一张' }));
    await waitFor(() => expect(world.captchas).toBe(2));
  });

  test('whoever cannot see the picture proves it by work', async () => {
    const world = serve();
    const onSignedIn = await show();
    type('账号', 'zhoumin');
    type('密码', 'Demo@1234');
    fireEvent.click(screen.getByRole('button', { name: '无法看清？使用无障碍验证' }));
    await screen.findByText('无障碍验证已通过');
    press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(world.logins[0]?.get('captchaToken')).toBe('captcha-2');
    expect(world.logins[0]?.get('verifyCode')).toMatch(/^\d+$/);
  });

  test('a remembered password is a device token, and signs in without typing', async () => {
    const world = serve(accepted(true));
    const first = await show();
    fill();
    fireEvent.click(screen.getByLabelText('记住密码'));
    press();
    await waitFor(() => expect(first).toHaveBeenCalled());
    expect(world.logins[0]?.get('remember')).toBe('true');

    document.body.innerHTML = '';
    const second = await show();
    expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('zhoumin');
    type('验证码', '7k3m');
    press();
    await waitFor(() => expect(second).toHaveBeenCalled());
    expect(world.logins[1]?.get('password')).toBe('');
    expect(world.logins[1]?.get('deviceToken')).toBe('device-1');
  });
});
