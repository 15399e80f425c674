import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { setStylesByCode } from './styles-by-code.ts';

const withSet = (code: string) => setStylesByCode(code, parseAst(code));

test('an attribute `style` is set by code, every other as it was', () => {
  expect(withSet("box.setAttribute('style', sizes + rest);\nbox.setAttribute('class', name);")).toBe(
    "((box).style.cssText = sizes + rest);\nbox.setAttribute('class', name);",
  );
  expect(withSet('find(a).setAttribute("style", b ? c : d)')).toBe('((find(a)).style.cssText = b ? c : d)');
});

test('a module that sets none is as it was', () => {
  expect(withSet("element.style.color = 'red'; element.setAttribute('title', 'style');")).toBeUndefined();
});

test('a text box that grows with its text is one of them', () => {
  const path = ['node_modules', '@rc-component', 'input', 'es', 'calculateNodeHeight.js'];
  const code = readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8');
  expect(withSet(code)).toContain('(hiddenTextarea).style.cssText = ');
  expect(withSet(code)).not.toMatch(/setAttribute\(['"]style/);
});
