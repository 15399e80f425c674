import { describe, expect, test } from 'vitest';
import { readReturnTarget } from './return-target.ts';

const origin = 'https://office.example';
const target = (value: string, name = 'r') =>
  readReturnTarget(`?${name}=${encodeURIComponent(value)}`, origin);

describe('the return target of the login', () => {
  test.each(['/todo', '/affair/detail/2026000001?traceId=1#forms', '/'])('comes back to %s', (path) => {
    expect(target(path)).toBe(path);
    expect(target(path, 'redirect')).toBe(path);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/a',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'todo',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/login',
    '/x/../login',
    '/login?r=/login',
    '',
  ])('never leaves for %j', (path) => {
    expect(target(path)).toBe('/');
  });

  test('goes to the start without a target', () => {
    expect(readReturnTarget('', origin)).toBe('/');
  });
});
