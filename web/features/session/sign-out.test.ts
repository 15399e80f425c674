import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shell } from '#contract/shell.ts';
import { call } from '#web/api/call.ts';
import { readLoginType, readSessionToken, storeSession } from '#web/api/session-token.ts';
import { signOut } from './sign-out.ts';

let requests: { url: string; token: string | undefined }[];
let addresses: string[];

function serve(answers: (url: string) => Response) {
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
    requests.push({ url, token: init.headers['x-access-token'] });
    return answers(url);
  });
}

beforeEach(() => {
  requests = [];
  addresses = [];
  storeSession({ accessToken: 'token-1', loginType: 'password', staffId: 'staff-liuyang' });
  sessionStorage.setItem('something', 'of the work');
  localStorage.setItem('banjian.draft.staff-liuyang.item.stall', '{}');
  localStorage.setItem('banjian.draft.staff-xiaohan.item.stall', '{}');
  vi.stubGlobal('location', { assign: (target: string) => void addresses.push(target) });
});
afterEach(() => vi.unstubAllGlobals());

const envelope = (data: unknown) => new Response(JSON.stringify({ errcode: 0, data }));

test('signs out at the portal, then at the unified login, and follows the returned address (S0 §2)', async () => {
  serve((url) => envelope(url.startsWith('/auth/') ? { redirect_uri: 'https://sso.example/bye' } : {}));
  await signOut();
  expect(requests).toEqual([
    { url: '/sys/user/logout', token: 'token-1' },
    { url: '/auth/ac/logout?redirectURI=%2Flogin', token: 'token-1' },
  ]);
  expect(addresses).toEqual(['https://sso.example/bye']);
  expect([readSessionToken(), readLoginType(), sessionStorage.length]).toEqual([undefined, undefined, 0]);
  // Drafts of definitions are deleted with the session of their author.
  expect(Object.keys(localStorage).filter((key) => key.includes('.draft.'))).toEqual([
    'banjian.draft.staff-xiaohan.item.stall',
  ]);
});

test('clears the token and session storage also when the session has ended or the server is unreachable', async () => {
  serve((url) =>
    url.startsWith('/auth/')
      ? Response.error()
      : new Response(JSON.stringify({ errcode: 401, errmsg: '登录已失效，请重新登录' }), { status: 401 }),
  );
  await signOut();
  expect(addresses).toEqual(['/login#account']);
  expect(readSessionToken()).toBeUndefined();
});

test.each([null, {}, { redirect_uri: '' }, { redirect_uri: 7 }, 'bye'])(
  'clears the session and opens the login page when the unified login answers %j',
  async (answer) => {
    serve((url) => envelope(url.startsWith('/auth/') ? answer : {}));
    await signOut();
    expect(addresses).toEqual(['/login#account']);
    expect(readSessionToken()).toBeUndefined();
  },
);

test('sends nothing with the ended session, such as the prefetch of a row that the closing dialog uncovers', async () => {
  serve((url) => envelope(url.startsWith('/auth/') ? { redirect_uri: '/login' } : {}));
  const settled = vi.fn();
  const ended = signOut();
  void call(shell.settings, {}).finally(settled);
  await ended;
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests.map(({ url }) => url)).toEqual([
    '/sys/user/logout',
    '/auth/ac/logout?redirectURI=%2Flogin',
  ]);
  expect(settled).not.toHaveBeenCalled();
});
