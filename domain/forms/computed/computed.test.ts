import { describe, expect, test } from 'vitest';
import type { AuthorityByField } from '../authority.ts';
import { compileForm } from '../compile.ts';
import { ruleCallsOfSubmission } from '../library-rules.ts';
import { evaluateLinkage } from '../linkage.ts';
import type { FieldModel } from '../model.ts';
import { computing, field, submit } from '../test-computed.ts';
import { buildForm, buildModel } from '../test-forms.ts';
import { namesIn } from './computed.ts';

const invoice: readonly FieldModel[] = [
  field('price'),
  field('count'),
  field('total', { computed: 'price * count', 'x-props': { precision: 2 } }),
];

const table: readonly FieldModel[] = [
  field('rate'),
  {
    id: 'items',
    title: '明细',
    'x-component': 'table',
    columns: [field('amount'), field('tax', { computed: 'amount * rate', 'x-props': { precision: 2 } })],
  },
  field('sum', { computed: 'sum(items.tax)' }),
  field('rows', { computed: 'count(items)' }),
];

describe('a computed field (S2 §5)', () => {
  test('is computed by the server, whatever was sent', () => {
    const { values, changed } = submit(invoice, { price: 35.41, count: 100, total: 1 });
    expect(values).toMatchObject({ total: 3541 });
    expect(changed).toEqual(['price', 'count', 'total']);
  });

  test('is rounded half up to the decimal places of the field, only at the end', () => {
    expect(submit([field('a'), field('b', { computed: 'a / 3 * 3' })], { a: 1 }).values.b).toBe(1);
    expect(submit([field('a'), field('b', { computed: 'a / 3' })], { a: 1 }).values.b).toBe(0.3333333333);
    const twoPlaces = field('b', { computed: 'a / 3', 'x-props': { precision: 2 } });
    expect(submit([field('a'), twoPlaces], { a: 1 }).values.b).toBe(0.33);
  });

  test.each([
    ['divided by 0', { price: 1, count: 0 }],
    ['divided by an empty field', { price: 1 }],
  ])('is empty if it is %s', (_, sent) => {
    expect(
      submit([...invoice.slice(0, 2), field('each', { computed: 'price / count' })], sent).values.each ??
        null,
    ).toBeNull();
  });

  test('sums the computed cells of a table, without empty ones', () => {
    const { values } = submit(table, { rate: 0.06, items: [{ amount: 100 }, {}, { amount: 0.5, tax: 99 }] });
    expect(values).toMatchObject({ sum: 6.03, rows: 3 });
    expect(values.items).toEqual([
      { amount: 100, tax: 6 },
      { amount: null, tax: null },
      { amount: 0.5, tax: 0.03 },
    ]);
  });

  test('computes the cells of a table that was not sent, if another field changes', () => {
    const stored = { rate: 0.06, items: [{ amount: 100, tax: 6 }], sum: 6, rows: 1 };
    const { values, changed } = submit(table, { rate: 0.1 }, { stored });
    expect(values).toEqual({ rate: 0.1, items: [{ amount: 100, tax: 10 }], sum: 10, rows: 1 });
    expect(changed).toEqual(['rate', 'items', 'sum']);
  });

  test('reads a field that linkage hides as empty', () => {
    const hidden = field('discount', {
      linkage: [{ when: { field: 'count', is: 'greater', value: 10 }, effects: ['show'] }],
    });
    const fields = [
      ...invoice.slice(0, 2),
      hidden,
      field('net', { computed: 'sum(price * count, -discount)' }),
    ];
    expect(submit(fields, { price: 2, count: 11, discount: 5 }).values.net).toBe(17);
    expect(submit(fields, { price: 2, count: 3, discount: 5 }).values.net).toBe(6);
  });

  test('decides over other fields, and follows other computed fields', () => {
    const fields = [
      ...invoice,
      field('double', { computed: 'total * 2' }),
      field('reason', {
        'x-component': 'textarea',
        linkage: [{ when: { field: 'double', is: 'greater', value: 100 }, effects: ['require'] }],
      }),
    ];
    expect(submit(fields, { price: 10, count: 6 }).problems).toEqual([
      { field: 'reason', message: 'reason不能为空' },
    ]);
    expect(submit(fields, { price: 10, count: 5 }).problems).toEqual([]);
  });

  test('lets linkage read the rows of a table (S2 §5)', () => {
    const fields: FieldModel[] = [
      ...table,
      field('large', {
        'x-component': 'switch',
        computed: 'some row in items satisfies row.amount > 10',
      }),
      field('reason', {
        'x-component': 'textarea',
        linkage: [{ when: { field: 'large', is: 'equals', value: true }, effects: ['require'] }],
      }),
    ];
    expect(submit(fields, { items: [{ amount: 3 }, { amount: 11 }] }).problems).toMatchObject([
      { field: 'reason' },
    ]);
    expect(submit(fields, { items: [{ amount: 3 }] }).problems).toEqual([]);
  });

  test('is checked like a typed value, because its sources can be corrected', () => {
    const fields = [
      ...invoice.slice(0, 2),
      field('total', { computed: 'price * count', required: true, rules: [{ rule: 'max', value: 100 }] }),
    ];
    expect(submit(fields, { price: 30, count: 4 }).problems).toMatchObject([{ field: 'total' }]);
    expect(submit(fields, { price: 30 }).problems).toEqual([{ field: 'total', message: 'total不能为空' }]);
  });

  test('has its rules of the library executed (S2 §8)', () => {
    const rules = [{ rule: 'process' as const, code: 'r', fields: { size: 'total' } }];
    const form = buildForm([...invoice.slice(0, 2), { ...field('total'), computed: 'price * count', rules }]);
    const values = { price: 2, count: 3, total: 6 };
    const callsAt = (authority: AuthorityByField) =>
      ruleCallsOfSubmission(form, values, authority, computing);
    expect(callsAt({ '*': 2 })).toMatchObject([{ field: 'test.total', code: 'r', values: { size: 6 } }]);
    expect(callsAt({ '*': 2, total: 0 })).toEqual([]);
    expect(callsAt({ '*': 1 })).toEqual([]);
  });

  test('follows its sources at a node that may only read it, also unseen', () => {
    const stored = { price: 2, count: 3, total: 6 };
    const readOnly = submit(invoice, { count: 4 }, { stored, authority: { count: 2 } });
    expect(readOnly.values.total).toBe(8);
    const unseen = submit(invoice, { count: 4 }, { stored, authority: { count: 2, price: 0, total: 0 } });
    expect(unseen.values.total).toBe(8);
    expect(unseen.changed).toEqual(['count', 'total']);
  });

  describe('with columns that a node restricts (S1 §6)', () => {
    const stored = { rate: 2, items: [{ amount: 5, tax: 10 }], sum: 10, rows: 1 };
    const amounts = (amount: number) => ({ items: [{ _uid: '0', amount }] });

    test('reads a hidden column on the server, and waits for it in the browser', () => {
      const authority = { '*': 2, 'items[].amount': 0 } as const;
      const { values } = submit(table, { ...amounts(99), rate: 3 }, { stored, authority });
      expect(values).toEqual({ rate: 3, items: [{ amount: 5, tax: 15 }], sum: 15, rows: 1 });
      const state = evaluateLinkage(buildForm(table), stored, {
        authority,
        computing: { ...computing, lacksHidden: true },
      });
      const [row] = state.rows.items ?? [];
      expect([row?.tax?.isComputed, row?.tax?.value, state.fields.sum?.isComputed]).toEqual([
        undefined,
        10,
        undefined,
      ]);
    });

    test('computes a column that the person does not see or may only read', () => {
      for (const access of [0, 1] as const) {
        const authority = { '*': 2, 'items[].tax': access } as AuthorityByField;
        const { values, problems } = submit(table, amounts(7), { stored, authority });
        expect(values).toMatchObject({ items: [{ amount: 7, tax: 14 }], sum: 14 });
        expect(problems).toEqual([]);
      }
    });

    test('suggests no value in a column that the person may only read', () => {
      const [rate, items] = table;
      const columns = items?.columns?.map((column) =>
        column.computed ? { ...column, computedRule: 'untilChanged' as const } : column,
      );
      const state = evaluateLinkage(buildForm([rate, { ...items, columns }] as FieldModel[]), stored, {
        authority: { '*': 2, 'items[].tax': 1 },
        computing: { ...computing, follows: () => true },
      });
      expect(state.rows.items?.[0]?.tax).toMatchObject({ editable: false, value: 10 });
      expect(state.rows.items?.[0]?.tax?.isSuggested).toBeUndefined();
    });
  });

  test('stays as it is stored where none of its sources can be edited', () => {
    const stored = { price: 2, count: 3, total: 7, other: 1 };
    const { values } = submit(
      [...invoice, field('other')],
      { other: 2 },
      { stored, authority: { other: 2 } },
    );
    expect(values.total).toBe(7);
  });

  test('keeps a typed value under the rule untilChanged', () => {
    const fields = [
      ...invoice.slice(0, 2),
      field('total', { computed: 'price * count', computedRule: 'untilChanged' }),
    ];
    expect(submit(fields, { price: 2, count: 3, total: 5 }).values.total).toBe(5);
  });

  test('uses the day and the working days of the office', () => {
    const fields = [
      field('until', { 'x-component': 'date', computed: 'add working days(today(), 1)' }),
      field('text', { 'x-component': 'single-line', computed: '"截至" + until' }),
    ];
    expect(submit(fields, {}).values).toMatchObject({ until: '2026-12-02', text: '截至2026-12-02' });
  });
});

describe('compiling refuses a computed field that', () => {
  test.each<[string, readonly FieldModel[], unknown]>([
    [
      'is part of a circle',
      [field('a', { computed: 'b + 1' }), field('b', { computed: 'a + 1' })],
      [{ field: 'a', message: '计算或联动形成循环：a → b → a' }],
    ],
    [
      'reads its own table',
      [
        {
          ...field('t'),
          'x-component': 'table',
          columns: [field('c', { computed: 'sum(t.d)' }), field('d')],
        },
      ],
      [{ field: 't[].c', message: '计算不能引用本字段所在的“t”' }],
    ],
    [
      'reads a masked field',
      [
        field('a', { 'x-component': 'single-line', 'x-secret': true, 'x-secret-rule': 'mobile' }),
        field('b', { 'x-component': 'single-line', computed: 'a' }),
      ],
      [{ field: 'b', message: '计算不能引用脱敏字段“a”' }],
    ],
    [
      'has a kind without a computed value',
      [field('a'), field('b', { 'x-component': 'upload', computed: 'a' })],
      [{ field: 'b', message: '该类型的字段不能自动计算' }],
    ],
  ])('%s', (_, fields, expected) => {
    const problems = compileForm(buildModel(fields));
    expect(problems).toEqual(expect.arrayContaining(expected as unknown[]));
  });
});

test('a computed field that only the server can compute is unknown in the browser', () => {
  const form = buildForm([...invoice, field('double', { computed: 'total * 2' })]);
  const authority: AuthorityByField = { '*': 2, price: 0 };
  const stored = { count: 3, total: 6, double: 12 };
  const state = evaluateLinkage(
    form,
    { ...stored, count: 4 },
    {
      authority,
      stored,
      computing: { ...computing, lacksHidden: true },
    },
  );
  expect(state.fields.total).toMatchObject({ value: 6, editable: false, isSet: true });
  expect(state.fields.double).toMatchObject({ value: 12, isSet: true });
  expect(state.fields.total?.isComputed).toBeUndefined();
});

test.each([
  ['a + b * a', ['a', 'b']],
  ['sum(items.amount) + sum', ['items', 'sum']],
  ['day difference(day, difference)', ['day', 'difference']],
  ['if a in (1, 2) then b else not(c)', ['a', 'b', 'c']],
  ['"a \\" b" + string join(list, d)', ['list', 'd']],
  ['items . amount', ['items']],
  ['if a in [low..high] then 1 else b', ['a', 'low', 'high', 'b']],
])('the names in %s are found without parsing', (source, expected) => {
  expect(namesIn(source)).toEqual(expected);
});
