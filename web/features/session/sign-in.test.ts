import { afterEach, expect, test } from 'vitest';
import { preferences } from '#contract/preferences.ts';
import { session } from '#contract/session.ts';
import { signOn } from '#contract/sign-on.ts';
import { welcome } from '#contract/welcome.ts';
import { themePath } from './login-theme.ts';
import { addressAfterSignIn, signInPaths, storeLogin } from './sign-in.ts';

test('the login uses the paths of the contract', () => {
  expect(signInPaths).toEqual({
    captcha: session.captcha.path,
    publicKey: session.publicKey.path,
    login: session.login.path,
    welcome: welcome.show.path,
    demoGuide: welcome.demoGuide.path,
    signOnStart: signOn.start.path,
    signOnFinish: signOn.finish.path,
  });
  expect(themePath).toBe(preferences.save.path);
  expect(session.login.encoding).toBe('form');
});

afterEach(() => localStorage.clear());

test('after a sign-in the address / opens the screen named by the server, and another address stays', async () => {
  expect(addressAfterSignIn('/')).toBe('/');
  const answer = {
    accessToken: 'token-1',
    loginType: 'password',
    staffId: 'zhang',
    deviceToken: '',
    theme: null,
    remembered: false,
    expiresAt: '2026-11-28T12:00:00.000Z',
  };
  await storeLogin('zhang', { ...answer, landing: '/todo' });
  expect(addressAfterSignIn('/')).toBe('/todo');
  expect(addressAfterSignIn('/affair/detail/2026000001')).toBe('/affair/detail/2026000001');
  await storeLogin('zhang', { ...answer, landing: null });
  expect(addressAfterSignIn('/')).toBe('/');
});
