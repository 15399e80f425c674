import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

const folder = join(import.meta.dirname, '..');
const script = readFileSync(join(folder, 'public', 'old-browser.js'), 'utf8');

afterEach(() => {
  vi.useRealTimers();
});

test('a browser without modules shows a notice for five seconds, from a script that it can parse (S2 §8)', () => {
  expect(script).not.toMatch(/=>|\b(const|let)\b|`/);
  vi.useFakeTimers();
  new Function(script)();
  const text = '该设备不支持通过ie浏览器工作，请使用chrome/360等浏览器';
  expect(document.body.textContent).toContain(text);
  vi.advanceTimersByTime(4_900);
  expect(document.body.textContent).toContain(text);
  vi.advanceTimersByTime(100);
  expect(document.body.textContent).not.toContain(text);
});
