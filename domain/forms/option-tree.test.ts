import { describe, expect, it } from 'vitest';
import { compileNewForm } from './compile-new.ts';
import { fieldEntries } from './dictionary.ts';
import { rowOfField } from './field-rows.ts';
import type { FieldModel, Option } from './model.ts';
import { buildModel } from './test-forms.ts';

const option = (value: string, children?: readonly Option[]): Option => ({
  value,
  label: value,
  ...(children && { children }),
});
const chain = (levels: number): Option => option(`${levels}`, levels === 1 ? undefined : [chain(levels - 1)]);
const field = (component: string, options: readonly Option[]): FieldModel => ({
  id: 'x',
  title: '类别',
  'x-component': component,
  options,
});

function problemsOf(component: string, options: readonly Option[]): string[] {
  const compiled = compileNewForm(buildModel([field(component, options)]));
  return Array.isArray(compiled) ? compiled.map(({ message }) => message) : [];
}

describe('options of a tree', () => {
  it.each(['tree-select', 'cascader-select'])(
    'of %s are limited in levels, number and length',
    (component) => {
      const many = Array.from({ length: 2000 }, (_, index) => option(`n${index}`));
      expect(problemsOf(component, [chain(5)])).toEqual([]);
      expect(problemsOf(component, [chain(6)])).toEqual(['选项应为值和名称的列表，下级不超过5级']);
      expect(problemsOf(component, [option('all', many)])).toEqual(['选项不得超过2000个']);
      expect(problemsOf(component, [option('a', [option('长'.repeat(201))])])).toHaveLength(1);
      expect(problemsOf(component, [option('a', [option('b')]), option('b')])).toEqual(['选项的值重复']);
      expect(problemsOf(component, [])).toEqual(['缺少选项']);
    },
  );

  it('are refused for a kind with a list of options', () => {
    expect(problemsOf('radio', [option('a', [option('b')])])).toEqual(['该类型的字段的选项不能有下级']);
  });

  it('are in the dictionary with the option above them, and stay in the form when it is exported as a sheet', () => {
    const tree = field('tree-select', [option('a', [option('b', [option('c')])])]);
    const [entry] = fieldEntries(buildModel([tree]));
    expect(entry?.choices.map(({ value, parent }) => [value, parent])).toEqual([
      ['a', ''],
      ['b', 'a'],
      ['c', 'b'],
    ]);
    expect(rowOfField(tree, 1).options).toBe('（在表单中维护）');
  });
});
