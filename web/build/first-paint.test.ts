// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addFirstPaint, scriptOfFirstPaint, styleOfFirstPaint } from './first-paint.ts';

const source = readFileSync(join(import.meta.dirname, '..', 'index.html'), 'utf8');
const sheet = '<link rel="stylesheet" crossorigin href="/assets/first.css">';
const page = addFirstPaint(source.replace('</head>', `${sheet}\n</head>`), {
  style: '.first-frame{}',
  script: 'go("$&")',
});

test('the empty frame precedes every style sheet, so that none delays it, and the style and script are before it', () => {
  const places = [
    '<style>.first-frame{}',
    '<script>go("$&")',
    '<body>',
    'class="first-frame"',
    sheet,
    '<noscript>',
  ];
  const positions = places.map((text) => page.indexOf(text));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(page.split(sheet)).toHaveLength(2);
});

test('the style contains the values of the tokens, since their style sheet has not arrived', () => {
  const style = styleOfFirstPaint();
  const own = new Set(['--bar', '--menu']);
  expect([...style.matchAll(/var\((--[\w-]+)\)/g)].filter(([, name = '']) => !own.has(name))).toEqual([]);
  for (const [, name = ''] of source.matchAll(/class="(first-[\w-]+)"/g)) expect(style).toContain(`.${name}`);
});

test('the script inside the page is small, contains the files of the screens and no library', async () => {
  const files = [{ path: '^/todo$', files: ['a1.js'], desktop: [], phone: [] }];
  const script = await scriptOfFirstPaint(files);
  expect(script).toContain('a1.js');
  expect(script).not.toContain('import');
  expect(script.length).toBeLessThan(6000);
});
