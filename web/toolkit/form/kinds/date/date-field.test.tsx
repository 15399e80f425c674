import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from '../../test-form-view.tsx';
import { prefetchDateField } from './LazyDateField.tsx';

const letterDate: FieldModel = {
  id: 'letterDate',
  title: '来信日期',
  'x-component': 'date',
  rules: [{ rule: 'dateTo', value: 'today' }],
};

beforeAll(prefetchDateField);

it.each(['Tab', 'Enter', 'blur'])(
  'keeps a typed date out of bounds, left by %s, in every accepted format, and shows the problem at the field',
  (exitKey) => {
    const { handle } = openForm([letterDate]);
    const field = screen.getByRole('textbox', { name: '来信日期' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: '2099/01/02' } });
    if (exitKey !== 'blur') fireEvent.keyDown(field, { key: exitKey });
    fireEvent.blur(field);
    expect(field).toHaveProperty('value', '2099-01-02');
    expect(handle().values().letterDate).toBe('2099-01-02');
    expect(document.querySelector('[data-path="letterDate"]')?.textContent).toContain('日期不能晚于今天');
  },
);

it('discards a text that is not a date', () => {
  const { handle } = openForm([letterDate], { values: { letterDate: '2020-02-03' } });
  const field = screen.getByRole('textbox', { name: '来信日期' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: '2099-13' } });
  fireEvent.blur(field);
  expect(handle().values().letterDate).toBe('2020-02-03');
});

it('uses the typed date, not the date under the pointer', () => {
  const { handle } = openForm([letterDate], { values: { letterDate: '2020-02-03' } });
  const field = screen.getByRole('textbox', { name: '来信日期' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: '2020-02-04' } });
  fireEvent.mouseEnter(document.querySelector('[title="2020-02-20"]') as Element);
  expect(field).toHaveProperty('value', '2020-02-20');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(handle().values().letterDate).toBe('2020-02-04');
});
