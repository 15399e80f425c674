import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from '../../test-form-view.tsx';

const amount: FieldModel = { id: 'amount', title: '金额', 'x-component': 'number' };

function open(value: number | null = null) {
  const { handle } = openForm([amount], { values: { amount: value } });
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: '金额' });
  return {
    handle,
    box,
    problems: () => document.querySelector('[data-path="amount"]')?.textContent,
    type: (text: string) => {
      fireEvent.change(box, { target: { value: text } });
      expect(box.value).toBe(text);
      fireEvent.blur(box);
    },
  };
}

it.each([
  ['１２．５', 12.5, '12.5'],
  ['1,234.5', 1234.5, '1234.5'],
  ['12。5', 12.5, '12.5'],
  ['12.50', 12.5, '12.5'],
  ['-0', 0, '0'],
  ['0.0000001', 1e-7, '0.0000001'],
  ['999999999999999', 999_999_999_999_999, '999999999999999'],
  ['', null, ''],
])('reads %j, and shows the number when the box is left', (text, value, shown) => {
  const { handle, box, type } = open(7);
  type(text);
  expect(handle().values().amount).toBe(value);
  expect(box.value).toBe(shown);
});

it.each([
  ['9999999999.999999', '整数和小数合计最多15位'],
  ['999999999999999.99', '整数和小数合计最多15位'],
  ['1e21', '请输入数字，如 1234.5'],
  ['12,5', '千分位逗号的位置不正确'],
  ['约12', '请输入数字，如 1234.5'],
])('keeps %j in the box, names the reason and refuses the form', (text, reason) => {
  const { handle, box, problems, type } = open(7);
  type(text);
  expect(box.value).toBe(text);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(problems()).toContain(reason);
  let refused: readonly unknown[] = [];
  act(() => {
    refused = handle().validate();
  });
  expect(refused).toHaveLength(1);
  // The server receives what was typed, and refuses it with the same reason.
  expect(handle().values().amount).toBe(text);
  type('8');
  expect(problems()).not.toContain(reason);
  expect(handle().values().amount).toBe(8);
});
