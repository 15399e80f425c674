import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { explain } from './command-line.ts';

test('what the system refused is said with its folder, in words', async () => {
  const refused = await mkdir('/dev/null/keys', { recursive: true }).catch((error: unknown) => error);
  expect(explain(refused)).toContain('不能读写 /dev/null/keys（ENOTDIR）');
  expect(explain(refused)).toContain('cannot be read or written');
});

test('everything else is said as it is', () => {
  expect(explain(new Error('一句话'))).toBe('一句话');
  expect(explain('word')).toBe('word');
});
