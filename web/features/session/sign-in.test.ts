import { expect, test } from 'vitest';
import { preferences } from '#contract/preferences.ts';
import { session } from '#contract/session.ts';
import { signOn } from '#contract/sign-on.ts';
import { welcome } from '#contract/welcome.ts';
import { lookPath } from './login-look.ts';
import { signInPaths } from './sign-in.ts';

test('the login names the very paths of the contract', () => {
  expect(signInPaths).toEqual({
    captcha: session.captcha.path,
    publicKey: session.publicKey.path,
    login: session.login.path,
    welcome: welcome.show.path,
    demoGuide: welcome.demoGuide.path,
    signOnStart: signOn.start.path,
    signOnFinish: signOn.finish.path,
  });
  expect(lookPath).toBe(preferences.save.path);
  expect(session.login.encoding).toBe('form');
});
