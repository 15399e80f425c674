import { describe, expect, it } from 'vitest';
import { type DocumentTemplate, fillTemplate } from '../documents/document-template.ts';
import { formFacts } from '../documents/form-facts.ts';
import { compileForm } from './compile.ts';
import { evaluateLinkage } from './linkage.ts';
import type { FieldModel } from './model.ts';
import { sumsOfTable } from './sums.ts';
import { buildForm, buildModel } from './test-forms.ts';
import { textOfForm } from './text.ts';

const name: FieldModel = { id: 'name', title: '项目', 'x-component': 'single-line' };
const amount: FieldModel = { id: 'amount', title: '金额', 'x-component': 'number', 'x-props': { sum: true } };
const costs = (columns: readonly FieldModel[], more: Partial<FieldModel> = {}): FieldModel => ({
  id: 'costs',
  title: '费用',
  'x-component': 'table',
  columns,
  ...more,
});

function sumsOf(table: FieldModel, rows: readonly unknown[], others: readonly FieldModel[] = []) {
  const form = buildForm([...others, table]);
  const { rows: states } = evaluateLinkage(form, { costs: rows, shown: '' });
  const field = form.byId.get('costs');
  return field === undefined ? {} : Object.fromEntries(sumsOfTable(field, states.costs ?? []));
}

describe('sums of a table (decision 0226)', () => {
  it.each([
    [[0.1, 0.2, 0.3], '0.6'],
    [[0.3, 0.6], '0.9'],
    [['12', '１，０００.5', 1], '1013.5'],
    [[5, null, '', '一百', '***', undefined, 2], '7'],
    [[999_999_999_999_999, 999_999_999_999_999], '1999999999999998'],
    [[-1, 1], '0'],
  ])('the sum of %j is %s: decimals, without blanks, texts and masks', (values, expected) => {
    const rows = values.map((value) => ({ amount: value }));
    expect(sumsOf(costs([name, amount]), rows)).toEqual({ amount: expected });
  });

  it('have the unit of their column, and are not shown without a number or without the property', () => {
    const inYuan = { ...amount, 'x-props': { sum: true, unit: '元' } };
    expect(sumsOf(costs([inYuan]), [{ amount: 3 }])).toEqual({ amount: '3 元' });
    expect(sumsOf(costs([inYuan]), [{ amount: null }])).toEqual({});
    expect(sumsOf(costs([inYuan]), [])).toEqual({});
    expect(sumsOf(costs([{ ...amount, 'x-props': {} }]), [{ amount: 3 }])).toEqual({});
  });

  it('leave out cells that linkage hides; a hidden column and a hidden table have none', () => {
    const shown: FieldModel = { ...name, id: 'shown' };
    const onlyGoods = {
      ...amount,
      linkage: [
        { when: { field: 'name', is: 'equals' as const, value: '货款' }, effects: ['show' as const] },
      ],
    };
    const rows = [
      { name: '货款', amount: 3 },
      { name: '其他', amount: 4 },
    ];
    expect(sumsOf(costs([name, onlyGoods]), rows)).toEqual({ amount: '3' });
    const never = { when: { field: 'shown', is: 'exists' as const }, effects: ['show' as const] };
    expect(sumsOf(costs([name, { ...amount, linkage: [never] }]), rows, [shown])).toEqual({});
    expect(sumsOf(costs([name, amount], { linkage: [never] }), rows, [shown])).toEqual({});
  });

  it('are the foot of the rows in texts, with their title in the first cell', () => {
    const values = {
      costs: [
        { name: '货款', amount: 0.1 },
        { name: '运费', amount: 0.2 },
      ],
    };
    const [text] = textOfForm(buildForm([costs([name, amount])]), values);
    expect(text?.foot).toEqual(['合计', '0.3']);
    const [first] = textOfForm(buildForm([costs([amount, name])]), values);
    expect(first?.foot).toEqual(['合计 0.3', '']);
    const [none] = textOfForm(buildForm([costs([name, { ...amount, 'x-props': {} }])]), values);
    expect(none?.foot).toBeUndefined();
  });

  it('are the foot of the rows in documents, in the cells that contain only columns with a sum', () => {
    const form = buildForm([costs([name, amount])]);
    const values = {
      costs: [
        { name: '货款', amount: 1200 },
        { name: '运费', amount: 34.5 },
      ],
    };
    const columns = ['{{序号}}', '{{本项.name}}', '{{本项.amount}}元', '{{本项.name}}{{本项.amount}}'].map(
      (cell) => ({ title: '列', share: 1, cell }),
    );
    const template: DocumentTemplate = {
      code: 'list',
      name: '清单',
      look: 'letter',
      title: '清单',
      body: [{ kind: 'table', rows: '表单.test.costs', columns }],
    };
    const facts = { 表单: { test: formFacts(form, values, { '*': 1 }, 'masked') } };
    const rowsIn = (body: unknown) => (body as { rows: unknown[] }[])[0]?.rows;
    const { body } = fillTemplate(template, facts, { number: '', verification: null });
    expect(rowsIn(body)).toEqual([
      ['1', '货款', '1200元', '货款1200'],
      ['2', '运费', '34.5元', '运费34.5'],
      ['合计', '', '1234.5元', ''],
    ]);
    const hidden = { 表单: { test: formFacts(form, values, { '*': 1, costs: 0 }, 'masked') } };
    expect(JSON.stringify(hidden)).not.toContain('合计');
  });

  it('are refused for other kinds and outside tables', () => {
    const problemsOf = (...fields: FieldModel[]) => compileForm(buildModel(fields));
    const refused = (field: string) => [{ field, message: '只有表格的数字列可以合计' }];
    expect(problemsOf(amount)).toEqual(refused('amount'));
    expect(problemsOf(costs([{ ...name, 'x-props': { sum: true } }]))).toEqual(refused('costs[].name'));
    expect(problemsOf(costs([amount]))).not.toBeInstanceOf(Array);
  });
});
