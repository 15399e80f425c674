import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { setStylesByCode } from './styles-by-code.ts';

const convert = (code: string) => setStylesByCode(code, parseAst(code));

test('sets a style attribute by code and leaves other attributes unchanged', () => {
  expect(convert("box.setAttribute('style', sizes + rest);\nbox.setAttribute('class', name);")).toBe(
    "((box).style.cssText = sizes + rest);\nbox.setAttribute('class', name);",
  );
  expect(convert('find(a).setAttribute("style", b ? c : d)')).toBe('((find(a)).style.cssText = b ? c : d)');
});

test('leaves a module that sets no style attribute unchanged', () => {
  expect(convert("element.style.color = 'red'; element.setAttribute('title', 'style');")).toBeUndefined();
});

test('converts the text box that grows with its text', () => {
  const path = ['node_modules', '@rc-component', 'input', 'es', 'calculateNodeHeight.js'];
  const code = readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8');
  expect(convert(code)).toContain('(hiddenTextarea).style.cssText = ');
  expect(convert(code)).not.toMatch(/setAttribute\(['"]style/);
});
