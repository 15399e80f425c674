import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

const folder = join(import.meta.dirname, '..');
const script = readFileSync(join(folder, 'public', 'old-browser.js'), 'utf8');

afterEach(() => {
  vi.useRealTimers();
});

test('a browser without modules is told so for five seconds, in a script that it can read (S2 §8)', () => {
  expect(script).not.toMatch(/=>|\b(const|let)\b|`/);
  vi.useFakeTimers();
  new Function(script)();
  const words = '该设备不支持通过ie浏览器工作，请使用chrome/360等浏览器';
  expect(document.body.textContent).toContain(words);
  vi.advanceTimersByTime(4_900);
  expect(document.body.textContent).toContain(words);
  vi.advanceTimersByTime(100);
  expect(document.body.textContent).not.toContain(words);
});

test.each(['index.html', 'login.html'])(
  '%s tells Edge 16 to 18, which has modules but no `inset`, by a style that it can read, for five seconds (S2 §8)',
  (page) => {
    const text = readFileSync(join(folder, page), 'utf8');
    const rule = /@supports not \(inset: 0\) \{([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    expect(rule).toContain('content: "该设备不支持通过ie浏览器工作，请使用chrome/360等浏览器"');
    expect(rule).toContain('animation: banjian-old-browser 0.1s 5s forwards');
    // What it does not know itself would not be applied.
    expect(rule).not.toMatch(/inset:(?! 0\))|var\(|:is\(|gap:/);
  },
);

test.each(['index.html', 'login.html'])('%s has it for them alone', (page) => {
  expect(readFileSync(join(folder, page), 'utf8')).toContain(
    '<script nomodule defer src="/old-browser.js"></script>',
  );
});
