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
