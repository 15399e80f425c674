import { expect, test } from 'vitest';
import { isEnglishPhrase } from './screen-reader-texts.ts';

test('recognises English words and phrases', () => {
  for (const text of [
    'Clear',
    'close-circle',
    'Select row 3',
    'expanded dropdown',
    'prev page',
    'No data.',
    'window',
  ]) {
    expect(isEnglishPhrase(text), text).toBe(true);
  }
});

test('does not treat Chinese, codes, numbers, addresses or file names as English', () => {
  for (const text of [
    '清除',
    '导出 Excel',
    'Excel',
    'PDF',
    'XF-2026-0001',
    'Ctrl K',
    'li@example.org',
    'letter.pdf',
    '/verify/X1',
    '12',
    '—',
  ]) {
    expect(isEnglishPhrase(text), text).toBe(false);
  }
});
