import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AuthorityByField } from '#domain/forms/authority.ts';
import type { FieldModel, FormValues } from '#domain/forms/model.ts';
import { buildForm } from '#domain/forms/test-forms.ts';
import { FormView } from './FormView.tsx';
import { FormStore } from './form-store.ts';
import { loadComputation } from './load-computation.ts';
import { emptyRow } from './table-rows.ts';
import { createHandle } from './use-form.ts';

const number = (id: string, title: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title,
  'x-component': 'number',
  ...more,
});
const sources = [number('price', '单价'), number('count', '数量')];
const suggestion = [
  ...sources,
  number('total', '金额', { computed: 'price * count', computedRule: 'untilChanged' }),
];
const always = [
  ...sources,
  number('total', '金额', { computed: 'price * count', 'x-props': { unit: '元' } }),
];

async function open(
  fields: readonly FieldModel[],
  values: FormValues = {},
  { authority = { '*': 2 } as AuthorityByField, mode = 'edit' as 'edit' | 'read' } = {},
) {
  const form = buildForm(fields);
  const computing = { today: '2026-11-30', workingDays: { '2026-12-01': false } };
  const orderContent = { initContent: values, contentVersion: 1, changes: [], typedBefore: {} };
  const store = new FormStore(form, { values, authority, mode, computing, orderContent });
  if (mode === 'edit') store.compute(await loadComputation(form, computing));
  return store;
}

describe('a computed field of an open form (S2 §5)', () => {
  it('follows its sources, cannot be typed, and says how it is computed', async () => {
    const store = await open(always);
    render(<FormView form={createHandle(store, 'form')} />);
    fireEvent.change(screen.getByRole('textbox', { name: '单价' }), { target: { value: '35.41' } });
    fireEvent.change(screen.getByRole('textbox', { name: '数量' }), { target: { value: '100' } });
    const total = screen.getByRole('status', { name: '金额' });
    expect(total.textContent).toBe('3541 元');
    expect(document.getElementById(total.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '自动计算：“单价” × “数量”',
    );
    expect(store.submission().content).toEqual({ price: 35.41, count: 100, total: 3541 });
  });

  it('loads the evaluation with the first form that has an expression', async () => {
    const form = buildForm(always);
    const store = new FormStore(form, {
      values: { price: 2, count: 3 },
      authority: { '*': 2 },
      mode: 'edit',
      computing: { today: '2026-11-30' },
    });
    expect(store.view('total').value).toBeNull();
    await vi.waitFor(() => expect(store.view('total').value).toBe(6));
    expect(store.touched()).toBe(false);
  });

  it('shows the stored value where the form is only read', async () => {
    const store = await open(always, { price: 2, count: 3, total: 7 }, { mode: 'read' });
    expect(store.view('total')).toMatchObject({ value: 7, computed: null });
  });

  it('keeps the stored value, and says so, if it follows a field that this person does not see', async () => {
    const store = await open(always, { count: 3, total: 7 }, { authority: { '*': 2, price: 0 } });
    store.change('count', 4);
    render(<FormView form={createHandle(store, 'form')} />);
    expect(screen.getByText('自动计算，提交后更新')).toBeTruthy();
    expect(store.view('total')).toMatchObject({ value: 7, isUnknown: true });
  });

  it('counts the working days of the office', async () => {
    const until: FieldModel = {
      ...number('until', '期限'),
      'x-component': 'date',
      computed: 'add working days(today(), count)',
    };
    const store = await open([...sources, until]);
    store.change('count', 1);
    expect(store.view('until').value).toBe('2026-12-02');
  });
});

describe('a suggested value of an open form', () => {
  it('follows its sources until a person types another value, also an empty one', async () => {
    const store = await open(suggestion);
    store.change('price', 2);
    store.change('count', 3);
    expect(store.view('total')).toMatchObject({ value: 6, editable: true, computed: '“单价” × “数量”' });
    store.change('total', 5);
    store.change('count', 4);
    expect(store.view('total').value).toBe(5);
    store.change('total', null);
    store.change('count', 5);
    expect(store.view('total').value).toBeNull();
  });

  it('is sent with the typed values', async () => {
    const store = await open(suggestion, { price: 2, count: 3, total: 6 });
    expect(store.submission().content).toEqual({});
    store.change('count', 4);
    expect(store.submission().content).toEqual({ count: 4, total: 8 });
  });

  it('stays as a person typed it earlier', async () => {
    const store = await open(suggestion, { price: 2, count: 3, total: 5 });
    store.change('count', 4);
    expect(store.view('total').value).toBe(5);
  });
});

describe('a computed column', () => {
  const items: FieldModel = {
    ...number('items', '明细'),
    'x-component': 'table',
    columns: [
      number('amount', '数额'),
      number('tax', '税额', { computed: 'amount * 0.06' }),
      number('pay', '实付', { computed: 'amount + tax', computedRule: 'untilChanged' }),
    ],
  };
  const sum = number('sum', '合计', { computed: 'sum(items.pay)' });

  it('is computed for each row, and its row keeps a typed value when it is moved', async () => {
    const store = await open([items, sum], { items: [{ amount: 100 }, { amount: 200 }] });
    expect(store.view('sum').value).toBe(318);
    store.change('items[0].pay', 1);
    act(() => store.changeRows('items', store.rows('items').toReversed()));
    store.change('items[1].amount', 50);
    expect([0, 1].map((row) => store.view(`items[${row}].tax`).value)).toEqual([12, 3]);
    expect([0, 1].map((row) => store.view(`items[${row}].pay`).value)).toEqual([212, 1]);
    expect(store.view('sum').value).toBe(213);
    expect(store.submission().content.items).toMatchObject([{ pay: 212 }, { pay: 1 }]);
  });

  it('names itself in its cell', async () => {
    const store = await open([items, sum], { items: [{ amount: 100 }] });
    render(<FormView form={createHandle(store, 'form')} />);
    expect(screen.getByRole('status', { name: '税额，第 1 行，自动计算' }).textContent).toBe('6');
  });
});

describe('a suggested value inside other fields (S2 §5)', () => {
  const inner = [...sources, suggestion[2] as FieldModel];
  const object: FieldModel = { id: 'object', title: '报价', 'x-component': 'sub-form', fields: inner };
  const list: FieldModel = { id: 'list', title: '采购单', 'x-component': 'array', fields: [object] };

  it('is offered in a new row, follows its row, and stays as it was typed when the row moves', async () => {
    const store = await open([list], { list: [{ object: { price: 2, count: 3 } }] });
    const [row = {}] = store.rows('list');
    store.changeRows('list', [emptyRow(fieldOfList(store), [row], '2026-11-30'), row]);
    store.change('list[0].object.price', 5);
    store.change('list[0].object.count', 5);
    expect([0, 1].map((at) => store.view(`list[${at}].object.total`).value)).toEqual([25, 6]);
    store.change('list[1].object.total', 7);
    store.changeRows('list', store.rows('list').toReversed());
    store.change('list[0].object.count', 9);
    expect([0, 1].map((at) => store.view(`list[${at}].object.total`).value)).toEqual([7, 25]);
    expect(store.submission().content.list).toMatchObject([
      { object: { total: 7 } },
      { object: { total: 25 } },
    ]);
  });

  it('is emptied or typed in the dialog of a sub-form, which takes it with the others', async () => {
    const store = await open([object], { object: { price: 2, count: 3 } });
    for (const typed of [7, null]) {
      const dialog = store.copy();
      dialog.change('object.total', typed);
      dialog.change('object.count', 4);
      expect(dialog.view('object.total').value).toBe(typed);
      store.change('object', dialog.typedAt('object'));
      expect(store.view('object.total').value).toBe(typed);
      expect(store.copy().view('object.total').value).toBe(typed);
    }
  });

  function fieldOfList({ form }: FormStore) {
    const found = form.byId.get('list');
    if (!found) throw new Error('The form has no list');
    return found;
  }
});
