import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { explain } from './command-line.ts';

test('a system error is explained in a sentence, with its folder', async () => {
  const failure = await mkdir('/dev/null/keys', { recursive: true }).catch((error: unknown) => error);
  expect(explain(failure)).toContain('不能读写 /dev/null/keys（ENOTDIR）');
  expect(explain(failure)).toContain('cannot be read or written');
});

test('a full disk, for the portal or PostgreSQL, is explained in a sentence', () => {
  for (const code of ['ENOSPC', '53100']) {
    const message = explain(Object.assign(new Error('no space left on device, write'), { code }));
    expect(message).toBe(`没有完成（${code}）：磁盘没有余量。\nNot done (${code}): its disk is full.`);
  }
});

test('any other error is printed unchanged', () => {
  expect(explain(new Error('一句话'))).toBe('一句话');
  expect(explain('word')).toBe('word');
});
