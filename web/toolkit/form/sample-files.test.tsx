import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm, stubPhone } from './test-form-view.tsx';

afterEach(() => vi.unstubAllGlobals());

const file = { id: 'f1', name: '申请书样表.pdf', size: 10 };
const listFile = { id: 'f2', name: '清单示例.xlsx', size: 10 };
const elementFiles = { application: file, goods: listFile };

const fields: FieldModel[] = [
  { id: 'paper', title: '申请书', 'x-component': 'upload', 'x-element-code': 'application' },
  { id: 'plain', title: '备注', 'x-component': 'single-line' },
  { id: 'gone', title: '证明', 'x-component': 'upload', 'x-element-code': 'deleted' },
  {
    id: 'goods',
    title: '物品',
    'x-component': 'table',
    columns: [
      { id: 'name', title: '品名', 'x-component': 'single-line', 'x-element-code': 'goods' },
      { id: 'count', title: '数量', 'x-component': 'number' },
    ],
  },
  {
    id: 'agent',
    title: '代理人',
    'x-component': 'object',
    fields: [{ id: 'letter', title: '委托书', 'x-component': 'upload', 'x-element-code': 'application' }],
  },
];

function open(settings: Parameters<typeof openForm>[1] = {}) {
  const view = vi.fn();
  const useFileViewer = () => ({ view, viewer: null });
  openForm(fields, settings, { elementFiles, useFileViewer });
  return view;
}

const names = [
  '“申请书”的样表：申请书样表.pdf',
  '“品名”的样表：清单示例.xlsx',
  '“委托书”的样表：申请书样表.pdf',
];
const namesOfSamples = () =>
  screen.getAllByRole('button', { name: /的样表：/ }).map((button) => button.getAttribute('aria-label'));

describe('the sample of a field with a shared element (S2 §3)', () => {
  it.each(['desk', 'phone'])(
    'is a link below the field, also of columns and inner fields, on a %s',
    async (place) => {
      if (place === 'phone') stubPhone();
      const view = open();
      const link = await screen.findByRole('button', { name: names[0] ?? '' });
      // An element that was deleted shows no link.
      await waitFor(() => expect(namesOfSamples()).toEqual(names));
      expect(link.textContent).toBe(' 样表：申请书样表.pdf');
      fireEvent.click(link);
      expect(view).toHaveBeenCalledWith('f1');
      fireEvent.click(screen.getByRole('button', { name: names[1] ?? '' }));
      expect(view).toHaveBeenLastCalledWith('f2');
    },
  );

  it('is shown to readers too', async () => {
    open({ mode: 'read', values: { goods: [{ _uid: 'a', name: '摊位车', count: 1 }] } });
    await screen.findByRole('button', { name: names[0] ?? '' });
    await waitFor(() => expect(namesOfSamples()).toEqual(names));
  });
});
