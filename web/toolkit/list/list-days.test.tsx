import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import type { ListFilter } from '../list-model/list-types.ts';
import { showList } from './test-list.tsx';

const days: ListFilter = { kind: 'daySpan', name: 'days', label: '日期', from: 'startDate', to: 'endDate' };
const last = <T,>(items: readonly T[]) => items.at(-1);

test('a search with a typed text that is no date is refused, and the text stays', async () => {
  const queries = showList({
    filters: [days],
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
    filters: [days],
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

/** Types as a user does and presses Enter, on which a browser submits the form. */
const typeDay = (field: HTMLElement, day: string) => {
  field.focus();
  fireEvent.change(field, { target: { value: day } });
  if (fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })) fireEvent.submit(field);
};

test('searches with a start date typed and confirmed by Enter alone (S0 §5)', async () => {
  const queries = showList({ filters: [days] });
  const start = await screen.findByPlaceholderText('开始日期');
  const today = localDateOf(new Date());
  typeDay(start, today);
  await waitFor(() => expect(last(queries)?.filters).toEqual({ startDate: today }));
  const end = screen.getByPlaceholderText('结束日期');
  typeDay(end, today);
  await waitFor(() => expect(last(queries)?.filters).toEqual({ startDate: today, endDate: today }));
  expect((start as HTMLInputElement).value).toBe(today);
});

test('keeps both dates when Tab moves from one to the other', async () => {
  const queries = showList({ filters: [days] });
  const start = await screen.findByPlaceholderText('开始日期');
  const end = screen.getByPlaceholderText('结束日期');
  start.focus();
  const today = localDateOf(new Date());
  const yesterday = addDays(today, -1);
  fireEvent.change(start, { target: { value: yesterday } });
  fireEvent.keyDown(start, { key: 'Tab', keyCode: 9 });
  end.focus();
  typeDay(end, today);
  await waitFor(() => expect(last(queries)?.filters).toEqual({ startDate: yesterday, endDate: today }));
});

test('says at the field that a typed start is after the end, and accepts an emptied end', async () => {
  const queries = showList({ filters: [days] });
  const today = localDateOf(new Date());
  const start = await screen.findByPlaceholderText('开始日期');
  const end = screen.getByPlaceholderText<HTMLInputElement>('结束日期');
  const typeAndLeave = (field: HTMLElement, text: string) => {
    field.focus();
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: 'Tab', keyCode: 9 });
  };
  typeAndLeave(end, addDays(today, -2));
  typeAndLeave(start, today);
  const sentence = within(screen.getByRole('group', { name: '日期' })).getByRole('alert');
  expect(sentence.textContent).toBe('开始日期不能晚于结束日期');
  for (const field of [start, end]) {
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toBe(sentence.id);
  }
  fireEvent.submit(start);
  expect(await screen.findByRole('dialog', { name: '查询失败' })).toBeTruthy();
  expect(queries).toHaveLength(1);
  typeAndLeave(end, '');
  expect(end.value).toBe('');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.submit(start);
  await waitFor(() => expect(last(queries)?.filters).toEqual({ startDate: today }));
});

test('a start after the end, chosen in the calendar, empties the end and opens its calendar', async () => {
  showList({ filters: [days] });
  const start = await screen.findByPlaceholderText<HTMLInputElement>('开始日期');
  const end = screen.getByPlaceholderText<HTMLInputElement>('结束日期');
  for (const [field, day] of [
    [start, '2025-03-02'],
    [end, '2025-03-04'],
  ] as const) {
    fireEvent.change(field, { target: { value: day } });
    fireEvent.blur(field);
  }
  fireEvent.mouseDown(start);
  fireEvent.click(start);
  fireEvent.click(document.querySelector('[title="2025-03-05"]') as Element);
  expect([start.value, end.value]).toEqual(['2025-03-05', '']);
  expect(document.activeElement).toBe(end);
});

test.each(['', '/', '.'])('accepts a date typed with "%s" between its parts', async (separator) => {
  // The last day of the previous month: within a year, the longest span, and with two digits, whose prefix
  // could be read as a day.
  const today = localDateOf(new Date());
  const day = addDays(today, -Number(today.slice(-2)));
  const typedDate = day.replaceAll('-', separator);
  const queries = showList({ filters: [days] });
  const start = await screen.findByPlaceholderText('开始日期');
  // Key by key: no shorter text may be replaced by the day that it could mean.
  for (let length = 1; length < typedDate.length; length++) {
    fireEvent.change(start, { target: { value: typedDate.slice(0, length) } });
    expect((start as HTMLInputElement).value).toBe(typedDate.slice(0, length));
  }
  typeDay(start, typedDate);
  await waitFor(() => expect(last(queries)?.filters).toEqual({ startDate: day }));
});

test('warns of an end date alone, which means more than a year (S0 §5)', async () => {
  const queries = showList({ filters: [days] });
  await screen.findByText('2026000001');
  typeDay(await screen.findByPlaceholderText('结束日期'), '2026-01-01');
  const dialog = await screen.findByRole('dialog', { name: '查询失败' });
  expect(
    within(dialog).getByText('日期：为了提供更好的数据查询性能体验，设置查询时间段请不要超过一年。'),
  ).toBeTruthy();
  expect(queries).toHaveLength(1);
});

test('the drawer stays open with days that cannot be searched, which do not count as a filter', async () => {
  vi.stubGlobal('innerWidth', 390);
  const queries = showList({ filters: [days] });
  await screen.findByText('2026000001');
  fireEvent.click(await screen.findByRole('button', { name: /筛选/ }));
  const start = await screen.findByPlaceholderText('开始日期');
  start.focus();
  fireEvent.change(start, { target: { value: '13月20' } });
  fireEvent.keyDown(start, { key: 'Tab', keyCode: 9 });
  fireEvent.click(screen.getByRole('button', { name: '查看结果' }));
  fireEvent.click(await screen.findByRole('button', { name: '知道了' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '查询失败' })).toBeNull());
  // In tests the drawer and the dialog have titles with the same id, so that the drawer cannot be found by its name.
  const drawer = document.querySelector<HTMLElement>('.ant-drawer-open');
  expect(drawer && within(drawer).getByPlaceholderText('开始日期')).toHaveProperty('value', '13月20');
  expect(screen.queryByText('筛选（1）')).toBeNull();
  fireEvent.change(start, { target: { value: localDateOf(new Date()) } });
  fireEvent.keyDown(start, { key: 'Tab', keyCode: 9 });
  fireEvent.click(screen.getByRole('button', { name: '查看结果' }));
  expect(await screen.findByText('筛选（1）')).toBeTruthy();
  expect(queries).toHaveLength(2);
  vi.unstubAllGlobals();
});
