import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { phoneQuery } from '../../styles/use-media-query.ts';
import { openForm, stubPhone } from '../test-form-view.tsx';

beforeEach(stubPhone);
afterEach(() => void vi.unstubAllGlobals());

const options = ['甲', '乙', '丙'].map((label, index) => ({ value: `v${index}`, label }));
const field: FieldModel = { id: 'x', title: '名目', 'x-component': 'select', options };
const box = () => screen.getByRole('combobox', { name: '名目' });
const openList = async () => {
  fireEvent.click(box());
  return within(await screen.findByRole('dialog', { name: '选择名目' }));
};

it('chooses one option by one press, without a search field for a few options', async () => {
  const { handle } = openForm([field], { values: { x: 'v1' } });
  expect(box().textContent).toBe('乙');
  const list = await openList();
  expect(list.queryByRole('combobox')).toBeNull();
  expect(list.getByRole('option', { name: /乙/ }).getAttribute('aria-selected')).toBe('true');
  fireEvent.click(list.getByRole('option', { name: /丙/ }));
  await waitFor(() => expect(handle().values().x).toBe('v2'));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '清除名目' }));
  expect(handle().values().x).toBe('');
});

it('ticks several options and takes them only with 确定', async () => {
  const { handle } = openForm([{ ...field, 'x-props': { multiple: true } }], { values: { x: ['v0'] } });
  const list = await openList();
  fireEvent.click(list.getByRole('option', { name: /乙/ }));
  expect(handle().values().x).toEqual(['v0']);
  fireEvent.click(list.getByRole('button', { name: '确定（已选 2 项）' }));
  await waitFor(() => expect(handle().values().x).toEqual(['v0', 'v1']));
  expect(box().textContent).toBe('甲、乙');
});

it('leaves the value unchanged if the list is closed', async () => {
  const { handle } = openForm([{ ...field, 'x-props': { multiple: true } }], { values: { x: ['v0'] } });
  const list = await openList();
  fireEvent.click(list.getByRole('option', { name: /乙/ }));
  fireEvent.click(list.getByRole('button', { name: /关闭|Close/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(handle().values().x).toEqual(['v0']);
});

it('finds an organisation by its initials, and can be retried after a failure', async () => {
  const organisations = Array.from({ length: 9 }, (_, index) => ({ id: `o${index}`, name: `第${index}科` }));
  const found = { id: 'zjj', name: '住建局', pinyin: 'zhu jian ju' };
  const loadOrganisations = vi
    .fn(async () => [...organisations, found])
    .mockRejectedValueOnce(new TypeError('offline'));
  const { handle } = openForm(
    [{ id: 'x', title: '名目', 'x-component': 'organisation' }],
    {},
    { loadOrganisations },
  );
  const list = await openList();
  fireEvent.click(await list.findByRole('button', { name: '重新加载' }));
  const search = await list.findByRole('combobox', { name: '搜索名目' });
  fireEvent.change(search, { target: { value: 'zjj' } });
  await waitFor(() => expect(list.getAllByRole('option')).toHaveLength(1));
  fireEvent.click(list.getByRole('option', { name: /住建局/ }));
  await waitFor(() => expect(handle().values().x).toEqual([{ id: 'zjj', name: '住建局' }]));
});

it('edits a day with the calendar of the phone within the bounds of its rules', () => {
  const { handle } = openForm(
    [{ id: 'x', title: '日期', 'x-component': 'date', rules: [{ rule: 'dateTo', value: '2026-11-20' }] }],
    { values: { x: '2026-11-02' } },
  );
  const input = document.querySelector<HTMLInputElement>('input[type="date"]');
  expect(input?.value).toBe('2026-11-02');
  expect(input?.max).toBe('2026-11-20');
  if (input) fireEvent.change(input, { target: { value: '2026-11-03' } });
  expect(handle().values().x).toBe('2026-11-03');
});

it('shows a text that is no day as text', () => {
  openForm([{ id: 'x', title: '日期', 'x-component': 'date' }], { values: { x: '11.31' } });
  expect(document.querySelector('input[type="date"]')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '日期' }).value).toBe('11.31');
});

it('keeps the typed values when the window becomes that of a desktop', () => {
  const listeners = new Set<() => void>();
  let isPhone = true;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === phoneQuery && isPhone,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }));
  const { handle } = openForm([{ id: 'x', title: '日期', 'x-component': 'date' }]);
  const input = document.querySelector<HTMLInputElement>('input[type="date"]');
  if (input) fireEvent.change(input, { target: { value: '2026-11-03' } });
  isPhone = false;
  act(() => {
    for (const listener of listeners) listener();
  });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '日期' }).value).toBe('2026-11-03');
  expect(handle().values().x).toBe('2026-11-03');
});
