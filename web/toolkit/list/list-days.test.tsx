import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inputText } from '#domain/texts/input-texts.ts';
import { showList } from './test-list.tsx';

test('a search with a typed text that is no date is refused, and the text stays', async () => {
  const queries = showList({
    filters: [{ kind: 'daySpan', name: 'days', label: '日期', from: 'startDate', to: 'endDate' }],
  });
  await screen.findByText('2026000001');
  const start = await screen.findByPlaceholderText<HTMLInputElement>('开始日期');
  start.focus();
  fireEvent.change(start, { target: { value: '13月20' } });
  if (fireEvent.keyDown(start, { key: 'Enter' })) fireEvent.submit(start);
  const dialog = await screen.findByRole('dialog', { name: '查询失败' });
  expect(within(dialog).getByText(`日期：${inputText.noDate}`)).toBeTruthy();
  expect(start.value).toBe('13月20');
  expect(queries).toHaveLength(1);
});

test('after the first day the calendar of the last day opens in the same month', async () => {
  showList({
    filters: [{ kind: 'daySpan', name: 'days', label: '日期', from: 'startDate', to: 'endDate' }],
  });
  const start = await screen.findByPlaceholderText<HTMLInputElement>('开始日期');
  fireEvent.change(start, { target: { value: '2025-03-02' } });
  fireEvent.blur(start);
  fireEvent.mouseDown(start);
  fireEvent.click(start);
  fireEvent.click(document.querySelector('[title="2025-03-05"]') as Element);
  expect(start.value).toBe('2025-03-05');
  expect(document.activeElement).toBe(screen.getByPlaceholderText('结束日期'));
  const open = '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden, .ant-slide-up-leave)';
  const lastDay = document.querySelectorAll(`${open} [title="2025-03-20"]`);
  expect(lastDay.length).toBeGreaterThan(0);
  fireEvent.click([...lastDay].at(-1) as Element);
  expect(screen.getByPlaceholderText<HTMLInputElement>('结束日期').value).toBe('2025-03-20');
});
