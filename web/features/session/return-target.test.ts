import { describe, expect, test } from 'vitest';
import { readReturnTarget } from './return-target.ts';

const origin = 'https://office.example';
const target = (value: string, name = 'r') =>
  readReturnTarget(`?${name}=${encodeURIComponent(value)}`, origin);

describe('return target of the login', () => {
  test.each(['/todo', '/affair/detail/2026000001?traceId=1#forms', '/'])('returns to %s', (path) => {
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
  ])('never redirects to %j', (path) => {
    expect(target(path)).toBe('/');
  });

  test('is the start page when none is given', () => {
    expect(readReturnTarget('', origin)).toBe('/');
  });
});
