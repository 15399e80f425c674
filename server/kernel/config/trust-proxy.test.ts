import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const read = (text: string) => loadConfig({ TRUST_PROXY: text }).trustProxy;

describe('TRUST_PROXY', () => {
  test.each([
    ['', false],
    ['0', false],
    ['false', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['loopback, 192.168.3.4,fd00::/8', ['loopback', '192.168.3.4', 'fd00::/8']],
  ])('reads %j as %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('refuses true, and says what to write instead', () => {
    expect(() => read('true')).toThrow(
      /TRUST_PROXY：不能是 true.*代理的层数（如 1）.*网段（如 10\.0\.0\.0\/8）/,
    );
    expect(() => read('TRUE')).toThrow(/visitors could forge their address/);
  });

  test.each([
    '-1',
    '10',
    '1.5',
    'yes',
    '10.0.0.0/33',
    '10.0.0/8',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
    'proxy.example',
    '10.0.0.1,,',
  ])('refuses %s', (text) => {
    expect(() => read(text)).toThrow('TRUST_PROXY：必须是代理的层数（1 到 9）或用逗号分隔的网段');
  });
});
