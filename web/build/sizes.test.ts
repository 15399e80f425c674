import { expect, test } from 'vitest';
import { scaleSizesByTheme } from './sizes.ts';

test.each([
  ['.a { font-size: 12px; }', '.a { font-size: calc(12px*var(--type-scale)); }'],
  ['.a { line-height: 22px; }', '.a { line-height: calc(22px*var(--type-scale)); }'],
  [
    'body { font: 14px / 22px var(--font); }',
    'body { font: calc(14px*var(--type-scale)) / calc(22px*var(--type-scale)) var(--font); }',
  ],
  ['.a { height: 20px; }', '.a { height: calc(20px*var(--type-scale)); }'],
  ['.a { min-height: 32px; }', '.a { min-height: max(32px, var(--target)); }'],
  ['.a { width: 28px; }', '.a { width: calc(28px*var(--type-scale)); }'],
  ['.a {height:40px}', '.a {height: max(40px, var(--target))}'],
])('%s scales with the theme', (source, expected) => {
  expect(scaleSizesByTheme(source)).toBe(expected);
});

test.each([
  '.a { height: 1px; }',
  '.a { height: 48px; max-height: 32px; }',
  '.a { line-height: 1.5; }',
  '.paper { font-size: 12pt; }',
  '.a { padding: 16px; width: 220px; }',
  '@media (height < 40px) { .a { color: var(--text); } }',
])('%s stays unchanged', (source) => {
  expect(scaleSizesByTheme(source)).toBe(source);
});
