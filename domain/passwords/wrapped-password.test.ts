import { expect, it } from 'vitest';
import { bindPassword, readBoundPassword } from './wrapped-password.ts';

it('a bound password can be read only with its own nonce', () => {
  const bound = bindPassword('a b@1 ', 'n1');
  expect(readBoundPassword(bound, 'n1')).toBe('a b@1 ');
  expect(readBoundPassword(bound, 'n2')).toBeUndefined();
  expect(readBoundPassword(bound, 'n')).toBeUndefined();
  expect(readBoundPassword('Cloud-72341', 'n1')).toBeUndefined();
});

it('a password bound to an empty nonce is not read', () => {
  expect(readBoundPassword(' secret', '')).toBeUndefined();
});
