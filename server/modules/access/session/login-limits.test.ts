import { expect, test } from 'vitest';
import { limitsOfCaptcha, loginLimits } from './login-limits.ts';

test('addresses of one IPv6 network, and ports of one address, share one login limit', () => {
  const limitsOf = (address: string) => [
    ...loginLimits({ account: 'zhang', address, knownDevice: undefined }),
    ...limitsOfCaptcha({ ip: address, params: {} }),
  ];
  expect(limitsOf('2001:db8:1:2::1')).toEqual(limitsOf('2001:db8:1:2:ffff::9'));
  expect(limitsOf('10.0.0.1')).toEqual(limitsOf('10.0.0.1:50123'));
  expect(limitsOf('10.0.0.1')).not.toEqual(limitsOf('10.0.0.2'));
});
