import { expect, test } from 'vitest';
import { session } from '#contract/session.ts';
import { signInPaths } from './sign-in.ts';

test('the login names the very paths of the contract', () => {
  expect(signInPaths).toEqual({
    captcha: session.captcha.path,
    publicKey: session.publicKey.path,
    login: session.login.path,
  });
  expect(session.login.encoding).toBe('form');
});
