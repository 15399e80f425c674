import { expect, test } from 'vitest';
import { limitsOfCaptcha, loginLimits } from './login-limits.ts';

test('addresses of one IPv6 network, and ports of one address, share one login limit', () => {
  const limited = (address: string) => [
    ...loginLimits({ account: 'zhang', address, knownDevice: undefined }),
    ...limitsOfCaptcha({ ip: address, params: {} }),
  ];
  expect(limited('2001:db8:1:2::1')).toEqual(limited('2001:db8:1:2:ffff::9'));
  expect(limited('10.0.0.1')).toEqual(limited('10.0.0.1:50123'));
  expect(limited('10.0.0.1')).not.toEqual(limited('10.0.0.2'));
});
