import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { sm2 } from 'sm-crypto-v2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Welcome } from '#contract/welcome.ts';
import { readLoginType, readSessionToken } from '#web/api/session-token.ts';
import { emptyWelcome } from '../sign-in.ts';
import { LoginPage } from './LoginPage.tsx';

const keys = sm2.generateKeyPairHex();
const image = 'data:image/png;base64,AAAA';

const guide = {
  password: 'Banjian@2026',
  people: [
    {
      account: 'liuyang',
      name: '刘洋',
      place: '信访局 办信科科员',
      work: '信访受理审查、信访归档',
      todo: 19,
      drafts: 0,
    },
    {
      account: 'zhangwei',
      name: '张伟',
      place: '信访局 来信登记员',
      work: '来信登记窗口',
      todo: 0,
      drafts: 2,
    },
    ...Array.from({ length: 6 }, (_, index) => ({
      account: `other${index}`,
      name: `王${index}`,
      place: '住建局 科员',
      work: '承办联络',
      todo: 0,
      drafts: 0,
    })),
  ],
};

interface ServerStub {
  captchas: number;
  /** Delays the captcha pictures until it is resolved. */
  delay?: Promise<void>;
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

/** Stubs a server with a captcha and a key; each login gets `answer`. */
function serve(answer: ServerStub['answer'] = accepted(false)): ServerStub {
  const server: ServerStub = { captchas: 0, logins: [], answer };
  vi.stubGlobal('fetch', async (url: string, init: { body?: URLSearchParams }) => {
    const ok = (data: unknown) => new Response(JSON.stringify({ errcode: 0, code: 200, data }));
    if (url.startsWith('/sys/captcha')) {
      server.captchas += 1;
      const number = server.captchas;
      await server.delay;
      const work = url.includes('kind=work') ? { salt: 's', difficulty: 4 } : null;
      return ok({ img: image, captchaToken: `captcha-${number}`, work });
    }
    if (url === '/api/session/public-key') return ok({ algorithm: 'SM2', publicKey: keys.publicKey });
    if (url === '/api/welcome/demo-guide') return ok(guide);
    if (init.body) server.logins.push(init.body);
    return new Response(JSON.stringify(server.answer.body), { status: server.answer.status });
  });
  return server;
}

function renderPage(welcome: Partial<Welcome> = {}) {
  const onSignedIn = vi.fn();
  render(
    <LoginPage
      welcome={{ ...emptyWelcome, ...welcome }}
      returnTarget="/todo"
      onTyping={() => {}}
      onSignedIn={onSignedIn}
    />,
  );
  return onSignedIn;
}

async function show() {
  const onSignedIn = renderPage();
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

describe('login page', () => {
  test('shows all missing fields at once, and sends nothing (S0 §5)', async () => {
    const server = serve();
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
    expect(server.logins).toHaveLength(0);
  });

  test('encrypts the password, stores the token and opens the target with the login type (S0 §4)', async () => {
    const server = serve();
    const onSignedIn = await show();
    fill();
    press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('/todo'));
    const sent = server.logins[0];
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

  test('shows why it failed, asks for the password again and loads a new captcha', async () => {
    const server = serve({ status: 400, body: { errcode: 40001, errmsg: '账号或密码错误' } });
    const onSignedIn = await show();
    fill();
    press();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('登录失败账号或密码错误');
    expect(server.captchas).toBe(2);
    expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('zhoumin');
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  test('keeps the password and the remembered browser after a wrong captcha, and asks only for the captcha', async () => {
    serve({ status: 400, body: { errcode: 40002, errmsg: '验证码错误或已失效，请重新输入' } });
    await show();
    fill();
    press();
    expect((await screen.findByRole('alert')).textContent).toContain('验证码错误');
    expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('Demo@1234');
    expect(document.activeElement).toBe(screen.getByLabelText('验证码'));
  });

  test('waits for the captcha when it is submitted before, and sends its token', async () => {
    const server = serve();
    let sendCaptcha = () => {};
    server.delay = new Promise((resolve) => {
      sendCaptcha = resolve;
    });
    const onSignedIn = renderPage();
    fill();
    press();
    expect(await screen.findByRole('button', { name: '正在登录…' })).toBeTruthy();
    expect(server.logins).toHaveLength(0);
    sendCaptcha();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('/todo'));
    expect(server.logins[0]?.get('captchaToken')).toBe('captcha-1');
  });

  test('asks for the code when submitted before a captcha is visible, and keeps the password', async () => {
    const server = serve();
    let sendCaptcha = () => {};
    server.delay = new Promise((resolve) => {
      sendCaptcha = resolve;
    });
    renderPage();
    type('账号', 'zhoumin');
    type('密码', 'Demo@1234');
    press();
    expect(screen.getByLabelText('验证码').getAttribute('aria-invalid')).toBe('false');
    sendCaptcha();
    await screen.findByText('验证码不能为空');
    expect(document.activeElement).toBe(screen.getByLabelText('验证码'));
    expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('Demo@1234');
    expect(server.logins).toHaveLength(0);
  });

  test('shows a separate dialog for a disabled account (S0 §4)', async () => {
    serve({ status: 403, body: { errcode: 501, errmsg: '该账号已被停用' } });
    const showModal = vi.fn();
    HTMLDialogElement.prototype.showModal = showModal;
    await show();
    fill();
    press();
    await waitFor(() => expect(showModal).toHaveBeenCalled());
    expect(screen.getByText('您的账号已被停用，请联系运维管理员')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('loads a failed captcha again when the network is back', async () => {
    const server = serve();
    server.delay = Promise.reject(new TypeError('Failed to fetch'));
    renderPage();
    expect(await screen.findByText('验证码加载失败，请换一张')).toBeDefined();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(server.captchas).toBe(2));
    expect(screen.getByText('验证码加载失败，请换一张')).toBeDefined();
    delete server.delay;
    fireEvent(window, new Event('online'));
    expect((await screen.findByAltText('验证码图片')).getAttribute('src')).toBe(image);
    expect(screen.queryByText('验证码加载失败，请换一张')).toBeNull();
  });

  test('loads another captcha by 换一张', async () => {
    const server = serve();
    await show();
    fireEvent.click(screen.getByRole('button', { name: '换一张' }));
    await waitFor(() => expect(server.captchas).toBe(2));
  });

  test('accepts a proof of work from a person who cannot see the captcha', async () => {
    const server = serve();
    const onSignedIn = await show();
    type('账号', 'zhoumin');
    type('密码', 'Demo@1234');
    fireEvent.click(screen.getByRole('button', { name: '无法看清？使用无障碍验证' }));
    await screen.findByText('无障碍验证已通过');
    press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(server.logins[0]?.get('captchaToken')).toBe('captcha-2');
    expect(server.logins[0]?.get('verifyCode')).toMatch(/^\d+$/);
  });

  test('stores a remembered password as a device token, which signs in without typing', async () => {
    const server = serve(accepted(true));
    const firstVisit = await show();
    fill();
    fireEvent.click(screen.getByLabelText('记住密码'));
    press();
    await waitFor(() => expect(firstVisit).toHaveBeenCalled());
    expect(server.logins[0]?.get('remember')).toBe('true');

    document.body.innerHTML = '';
    const secondVisit = await show();
    expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('zhoumin');
    type('验证码', '7k3m');
    press();
    await waitFor(() => expect(secondVisit).toHaveBeenCalled());
    expect(server.logins[1]?.get('password')).toBe('');
    expect(server.logins[1]?.get('deviceToken')).toBe('device-1');
  });
});

describe('office on the login page', () => {
  test('is named when it has a name', () => {
    serve();
    renderPage({ officeName: '淳安县人民政府', isDemo: false });
    expect(screen.getByText('淳安县人民政府')).toBeTruthy();
    expect(screen.queryByRole('region', { name: '选择演示人员登录' })).toBeNull();
  });
});

describe('demo guide', () => {
  const demo = { officeName: '淳安县人民政府', isDemo: true };
  const cards = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

  test('signs in as the chosen person by the normal login, with a proof of work instead of the captcha', async () => {
    const server = serve();
    const onSignedIn = renderPage(demo);
    fireEvent.click(await screen.findByRole('button', { name: /^刘洋/ }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('/todo'));
    const sent = server.logins[0];
    expect(sent?.get('username')).toBe('liuyang');
    expect(sent?.get('verifyCode')).toMatch(/^\d+$/);
    const token = sent?.get('captchaToken') ?? '';
    expect(sm2.doDecrypt((sent?.get('password') ?? '').slice(4), keys.privateKey, 1)).toBe(
      `${token} Banjian@2026`,
    );
    expect(readSessionToken()).toBe('token-1');
  });

  test('shows people with tasks and to-do counts, first six, all on request, and search results', async () => {
    serve();
    renderPage(demo);
    await screen.findByRole('button', { name: /^刘洋/ });
    expect(cards()).toHaveLength(6);
    expect(cards()[0]).toContain('刘洋待办 19信访局 办信科科员信访受理审查、信访归档');
    fireEvent.click(screen.getByRole('button', { name: '全部 8 人' }));
    expect(cards()).toHaveLength(8);
    type('按姓名或单位找演示人员', '登记');
    expect(cards()).toHaveLength(1);
    expect(screen.getByText('找到 1 人')).toBeTruthy();
    type('按姓名或单位找演示人员', '税务');
    expect(screen.getByText('没有找到“税务”，换个姓名或单位试试')).toBeTruthy();
  });

  test('fills the form for a person whose password was changed', async () => {
    serve({ status: 400, body: { errcode: 40001, errmsg: '账号或密码错误' } });
    renderPage(demo);
    fireEvent.click(await screen.findByRole('button', { name: /^张伟/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('该演示账号的密码已被修改');
    expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('zhangwei');
    expect(document.activeElement).toBe(screen.getByLabelText('密码'));
  });
});
