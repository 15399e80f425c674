import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { withoutStyleFunctions } from './style-functions.ts';

const without = (code: string) => withoutStyleFunctions(code, parseAst(code));

test('what makes styles is left out, the variables of the component stay', () => {
  const code =
    "export default genStyleHooks('Tag', (token) => { return [base(token)]; }, prepare, { injectStyle: false });";
  expect(without(code)).toBe(
    "export default genStyleHooks('Tag', () => [], prepare, { injectStyle: false });",
  );
});

test('several of one module are left out, whatever else it says stays', () => {
  const code =
    "const a = genSubStyleComponent(['Button', 'compact'], (t) => one(t), p);\nexport const b = genStyleHooks('B', two);";
  expect(without(code)).toBe(
    "const a = genSubStyleComponent(['Button', 'compact'], () => [], p);\nexport const b = genStyleHooks('B', () => []);",
  );
});

test('a module without any is as it was', () => {
  expect(without('export const size = token => token.sizeLG;')).toBeUndefined();
});

test("Ant Design's own button is one of them", () => {
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
  const rest = without(readFileSync(file, 'utf8'));
  expect(rest).toContain('() => []');
  expect(rest).toContain('prepareComponentToken');
});
