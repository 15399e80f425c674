import { describe, expect, test } from 'vitest';
import { cleanName } from './service.ts';

describe('cleanName', () => {
  test.each([
    ['C:\\Users\\a\\信.pdf', '信.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\u202e.pdf', 'ab.pdf'],
    ['', '未命名'],
  ])('converts %j to %j', (name, expected) => {
    expect(cleanName(name)).toBe(expected);
  });

  test('keeps the extension of a long name', () => {
    const cleaned = cleanName(`${'长'.repeat(300)}.pdf`);
    expect([...cleaned]).toHaveLength(200);
    expect(cleaned.endsWith('.pdf')).toBe(true);
  });
});
