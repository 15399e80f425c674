import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { emptyStyleFunctions } from './style-functions.ts';

const removeFunctions = (code: string) => emptyStyleFunctions(code, parseAst(code));

test('removes style functions and keeps the variables of the component', () => {
  const code =
    "export default genStyleHooks('Tag', (token) => { return [base(token)]; }, prepare, { injectStyle: false });";
  expect(removeFunctions(code)).toBe(
    "export default genStyleHooks('Tag', () => [], prepare, { injectStyle: false });",
  );
});

test('removes several style functions of one module and keeps the rest', () => {
  const code =
    "const a = genSubStyleComponent(['Button', 'compact'], (t) => one(t), p);\nexport const b = genStyleHooks('B', two);";
  expect(removeFunctions(code)).toBe(
    "const a = genSubStyleComponent(['Button', 'compact'], () => [], p);\nexport const b = genStyleHooks('B', () => []);",
  );
});

test('leaves a module without style functions unchanged', () => {
  expect(removeFunctions('export const size = token => token.sizeLG;')).toBeUndefined();
});

test('removes the style function of the Ant Design button', () => {
  const file = join(
    import.meta.dirname,
    '..',
    '..',
    'node_modules',
    'antd',
    'es',
    'button',
    'style',
    'index.js',
  );
  const changed = removeFunctions(readFileSync(file, 'utf8'));
  expect(changed).toContain('() => []');
  expect(changed).toContain('prepareComponentToken');
});
