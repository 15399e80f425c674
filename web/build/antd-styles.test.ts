import { describe, expect, test } from 'vitest';
import { folderOf, keepStylesExcept, keepStylesOf, listImportedFiles } from './antd-styles.ts';

const folders = ['button', 'card', 'input', 'input-number', 'date-picker', 'calendar', 'table'];
const keepStyles = (css: string, ...used: string[]) => keepStylesOf(css, new Set(used), folders);

describe('selection of Ant Design styles', () => {
  test.each([
    ['used styles', '.ant-btn{color:red}', '.ant-btn{color:red}'],
    ['nothing of unused styles', '.ant-card{color:red}.ant-card .ant-btn{top:0}', ''],
    [
      'only the selectors of a list that can match',
      '.ant-card,.ant-btn:hover{top:0}',
      '.ant-btn:hover{top:0}',
    ],
    [
      'a selector that only excludes an unused component',
      '.ant-btn:not(.ant-card){top:0}',
      '.ant-btn:not(.ant-card){top:0}',
    ],
    ['styles of no component', '.ant-slide-up{top:0}a{top:0}', '.ant-slide-up{top:0}a{top:0}'],
    [
      'a condition with used styles',
      '@media print{.ant-btn{top:0}.ant-card{top:0}}',
      '@media print{.ant-btn{top:0}}',
    ],
    ['no empty condition', '@media print{.ant-card{top:0}}', ''],
    ['motions', '@keyframes a{0%{top:0}100%{top:1px}}', '@keyframes a{0%{top:0}100%{top:1px}}'],
    ['braces in a string', '.ant-btn::after{content:"}"}', '.ant-btn::after{content:"}"}'],
  ])('keeps %s', (_what, css, expected) => {
    expect(keepStyles(css, 'button')).toBe(expected);
  });

  test('distinguishes a component name from a longer name with the same beginning', () => {
    expect(keepStyles('.ant-input-number{top:0}.ant-input-affix{top:1px}', 'input')).toBe(
      '.ant-input-affix{top:1px}',
    );
    expect(keepStyles('.ant-picker-calendar{top:0}.ant-picker-cell{top:1px}', 'date-picker')).toBe(
      '.ant-picker-cell{top:1px}',
    );
  });
});

test('splits the rules into a first sheet and a second sheet without duplicates', () => {
  const css =
    '.ant-btn{top:0}.ant-input .ant-btn{top:1px}@media print{.ant-btn,.ant-input{top:2px}}' +
    '@keyframes a{0%{top:0}100%{top:1px}}.ant-slide-up{top:3px}.ant-card{top:4px}';
  const first = new Set(['button']);
  expect(keepStylesOf(css, first, folders)).toBe(
    '.ant-btn{top:0}@media print{.ant-btn{top:2px}}@keyframes a{0%{top:0}100%{top:1px}}.ant-slide-up{top:3px}',
  );
  expect(keepStylesExcept(css, first, new Set(['button', 'input']), folders)).toBe(
    '.ant-input .ant-btn{top:1px}@media print{.ant-input{top:2px}}',
  );
});

test('includes the styles of components that a used component depends on', () => {
  const imports: Record<string, string[]> = { modal: ['button'], button: ['space', 'modal'] };
  expect([...listImportedFiles(['modal'], (file) => imports[file] ?? [])].toSorted()).toEqual([
    'button',
    'modal',
    'space',
  ]);
});

test.each([
  ['DatePicker', 'date-picker'],
  ['App', 'app'],
  ['InputNumber', 'input-number'],
])('maps the component %s to the folder %s', (component, folder) => {
  expect(folderOf(component)).toBe(folder);
});
