import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { openForm } from '../../test-form-view.tsx';
import { prefetchDateField } from './LazyDateField.tsx';

const letterDate: FieldModel = {
  id: 'letterDate',
  title: '来信日期',
  'x-component': 'date',
  rules: [{ rule: 'dateTo', value: 'today' }],
};

beforeAll(prefetchDateField);
beforeEach(() => void vi.setSystemTime('2026-11-25T10:00:00+08:00'));
afterEach(() => void vi.useRealTimers());

function open(value?: string) {
  const { handle } = openForm([letterDate], value === undefined ? {} : { values: { letterDate: value } });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '来信日期' });
  act(() => field.focus());
  return {
    handle,
    field,
    problems: () => document.querySelector('[data-path="letterDate"]')?.textContent,
    /** Types a text and leaves the field by a key, or by a click elsewhere. */
    type: (text: string, exitKey = 'blur') => {
      fireEvent.change(field, { target: { value: text } });
      if (exitKey !== 'blur') fireEvent.keyDown(field, { key: exitKey });
      if (exitKey !== 'Enter') fireEvent.blur(field);
    },
  };
}

it.each(['Tab', 'Enter', 'blur'])('reads a typed day that replaces another, left by %s', (exitKey) => {
  const { field, handle, problems, type } = open('2026-11-02');
  type('11.20', exitKey);
  expect(field.value).toBe('2026-11-20');
  expect(handle().values().letterDate).toBe('2026-11-20');
  expect(problems()).not.toContain(inputText.noDate);
});

it.each(['Tab', 'Enter', 'blur'])(
  'keeps a typed day out of bounds, left by %s, and shows the problem at the field',
  (exitKey) => {
    const { field, handle, problems, type } = open();
    // The year of today; the year before is not guessed.
    type('11.28', exitKey);
    expect(field.value).toBe('2026-11-28');
    expect(handle().values().letterDate).toBe('2026-11-28');
    expect(problems()).toContain('日期不能晚于今天');
  },
);

it('keeps a text that is no day, names the problem and refuses the form', () => {
  const { field, handle, problems, type } = open('2026-11-02');
  type('11.31');
  expect(field.value).toBe('11.31');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(problems()).toContain(inputText.noDate);
  let refused: unknown;
  act(() => {
    refused = handle().validate();
  });
  expect(refused).toEqual([{ field: 'letterDate', message: inputText.noDate }]);
  expect(handle().values().letterDate).toBe('11.31');
  // A readable text removes the problem, and nothing stays of the earlier one.
  type('2026年11月2日');
  expect(field.value).toBe('2026-11-02');
  expect(problems()).not.toContain(inputText.noDate);
});

it('names the problem of a text that is no day, or of a late day, on Enter', () => {
  const { problems, type } = open();
  type('11.31', 'Enter');
  expect(problems()).toContain(inputText.noDate);
  type('11.28', 'Enter');
  expect(problems()).toContain('日期不能晚于今天');
  type('11.20', 'Enter');
  expect(problems()).not.toContain('日期不能晚于今天');
});

it('replaces the problem of a late day when the text is no longer this day', () => {
  const { problems, type } = open();
  type('2026-11-28');
  expect(problems()).toContain('日期不能晚于今天');
  type('abc');
  expect(problems()).not.toContain('日期不能晚于今天');
  expect(problems()).toContain(inputText.noDate);
});

it('empties the field if its text is deleted', () => {
  const { handle, type } = open('2026-11-02');
  type('');
  expect(handle().values().letterDate).toBe('');
});

it('uses the typed day, not the day under the pointer, and closes the calendar while a person types', () => {
  const { field, handle, type } = open('2026-11-02');
  fireEvent.mouseDown(field);
  fireEvent.click(field);
  const calendar = () =>
    document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden, .ant-slide-up-leave)');
  expect(calendar()).not.toBeNull();
  fireEvent.mouseEnter(document.querySelector('[title="2026-11-20"]') as Element);
  expect(field.value).toBe('2026-11-02');
  type('2026-11-03', 'Enter');
  expect(handle().values().letterDate).toBe('2026-11-03');
  expect(calendar()).toBeNull();
});

it('takes the day that is chosen in the calendar instead of a typed text', () => {
  const { field, handle } = open('2026-11-02');
  fireEvent.change(field, { target: { value: 'abc' } });
  fireEvent.mouseDown(field);
  fireEvent.click(field);
  fireEvent.click(document.querySelector('[title="2026-11-20"]') as Element);
  expect(handle().values().letterDate).toBe('2026-11-20');
  expect(field.value).toBe('2026-11-20');
});
