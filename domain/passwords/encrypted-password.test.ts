import { expect, it } from 'vitest';
import { passwordWithNonce, readPasswordWithNonce } from './encrypted-password.ts';

it('an encrypted password can be read only with its own nonce', () => {
  const bound = passwordWithNonce('a b@1 ', 'n1');
  expect(readPasswordWithNonce(bound, 'n1')).toBe('a b@1 ');
  expect(readPasswordWithNonce(bound, 'n2')).toBeUndefined();
  expect(readPasswordWithNonce(bound, 'n')).toBeUndefined();
  expect(readPasswordWithNonce('Cloud-72341', 'n1')).toBeUndefined();
});

it('a password bound to an empty nonce is not read', () => {
  expect(readPasswordWithNonce(' secret', '')).toBeUndefined();
});
