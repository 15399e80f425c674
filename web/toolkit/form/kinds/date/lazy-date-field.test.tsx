import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openForm } from '../../test-form-view.tsx';

it('shows the day at once, loads the calendar with the field, and keeps a focus and a typed text', async () => {
  openForm([{ id: 'day', title: '来信日期', 'x-component': 'date' }], { values: { day: '2020-02-03' } });
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: '来信日期' });
  expect(box.value).toBe('2020-02-03');
  expect(document.querySelector('.ant-picker')).toBeNull();
  act(() => box.focus());
  fireEvent.change(box, { target: { value: '2026-1-2' } });
  box.setSelectionRange(0, 8);
  await expect.poll(() => document.querySelector('.ant-picker'), { timeout: 20_000 }).not.toBeNull();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '来信日期' });
  expect(field.value).toBe('2026-1-2');
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 8]);
  act(() => field.blur());
  expect(field.value).toBe('2026-01-02');
});
