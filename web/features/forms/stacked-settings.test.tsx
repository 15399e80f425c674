import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { forms } from '#contract/forms.ts';
import { newField, newForm } from '#domain/forms/editing.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { FormScreen } from './FormScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

const form = newForm('stall', '占道经营申请表');
const first = { ...newField([]), title: '地点' };
const second = { ...newField([first]), title: '面积' };
const name = { ...newField([]), title: '姓名' };
const phone = { ...newField([name]), title: '电话' };
const table = {
  ...newField([first, second]),
  title: '代表人',
  'x-component': 'table' as const,
  columns: [name, phone],
};
const model = { ...form, schema: { fields: [first, second, table] } };
const row = { code: 'stall', name: '占道经营申请表', version: 1, publishedBy: '肖涵', items: [] };
const openEditor = async (isPhone: boolean) => {
  const { matchMedia } = globalThis;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    addEventListener: () => {},
    removeEventListener: () => {},
    matches: isPhone,
  }));
  const rows = [{ ...row, id: 'stall:1', publishedAt: '2026-11-20T02:00:00.000Z', fields: 2 }];
  answerCalls({
    [`GET ${forms.list.path}`]: () => ({ rows }),
    [`GET ${forms.versions.path}`]: () => ({ rows }),
    [`GET ${forms.version.path}`]: () => ({ model }),
  });
  const { router } = renderPart(<FormScreen />, '/:code');
  await act(() => router.navigate('/stall', { replace: true }));
};

it('goes to the settings of a chosen field on a phone, and back to the list', async () => {
  await openEditor(true);
  const field = await screen.findByRole('button', { name: /^面积/ });
  fireEvent.click(field);
  expect(document.activeElement?.id).toBe('field-settings');
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('面积');
  fireEvent.click(screen.getByRole('button', { name: '返回字段列表' }));
  expect(document.activeElement).toBe(field);
});

it('leaves the focus in the list where the settings are beside it', async () => {
  await openEditor(false);
  fireEvent.click(await screen.findByRole('button', { name: /^面积/ }));
  expect(document.activeElement?.id).not.toBe('field-settings');
  expect(screen.queryByRole('button', { name: '返回字段列表' })).toBeNull();
});

it('goes to the settings of a chosen column, which are below the columns in every window, and back', async () => {
  await openEditor(false);
  fireEvent.click(await screen.findByRole('button', { name: /^代表人/ }));
  const column = screen.getByRole('button', { name: /^电话/ });
  fireEvent.click(column);
  expect(document.activeElement?.id).toBe('column-settings');
  fireEvent.click(screen.getByRole('button', { name: '返回列的列表' }));
  expect(document.activeElement).toBe(column);
});
