import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { describe, expect, test, vi } from 'vitest';
import { stubQuery } from '#web/api/test-query.ts';
import { RegionPicker } from './RegionPicker.tsx';
import type { Region } from './region.ts';
import { region } from './test-region.ts';

const childrenById: Record<string, readonly Region[]> = {
  top: [region('330000', '浙江省', 1), region('999', '其他', 1, true)],
  330000: [region('330100', '杭州市', 2)],
  330100: [region('330127', '淳安县', 3, true)],
};
type Answer = (parameter?: string) => Promise<readonly Region[]>;
const loadAll: Answer = async (parent) => childrenById[parent ?? 'top'] ?? [];

const findChunan: Answer = async () => [region('330127', '淳安县', 3, true)];

interface Sources {
  load?: Answer;
  search?: Answer;
  loadOffice?: Answer;
}

function show(props: Sources = {}) {
  const onConfirm = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>
        <RegionPicker
          open
          load={(parent) => stubQuery({ parent }, () => (props.load ?? loadAll)(parent))}
          search={(name) => stubQuery({ name }, props.search ?? findChunan)}
          officePathQuery={stubQuery({ office: true }, props.loadOffice ?? (async () => []))}
          value={[]}
          onConfirm={onConfirm}
          onCancel={() => undefined}
        />
      </App>
    </QueryClientProvider>,
  );
  return { onConfirm };
}

const open = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const levels = () =>
  screen.getAllByRole('group').map((column) => column.querySelector('legend')?.textContent);

describe('region picker', () => {
  test('restores the earlier tree when the search text is cleared (S0 §4, S2 §2)', async () => {
    show();
    await open('浙江省');
    await open('杭州市');
    await screen.findByRole('button', { name: '淳安县' });
    expect(levels()).toEqual(['省级', '市级', '区县']);
    const text = screen.getByRole('textbox', { name: '搜索名称、拼音或首字母' });
    fireEvent.change(text, { target: { value: '淳安' } });
    await waitFor(() => expect(levels()).toEqual(['搜索结果']));
    fireEvent.change(text, { target: { value: '' } });
    await waitFor(() => expect(levels()).toEqual(['省级', '市级', '区县']));
    expect(screen.getByRole('button', { name: '杭州市' }).getAttribute('aria-expanded')).toBe('true');
  });

  test('opens at the office’s region, and stays where the person navigates (S1 §9, S2 Region data)', async () => {
    const office = [...(childrenById.top ?? []).slice(0, 1), ...(childrenById[330000] ?? [])];
    show({ loadOffice: async () => office });
    await screen.findByRole('button', { name: '淳安县' });
    expect(levels()).toEqual(['省级', '市级', '区县']);
    await open('浙江省');
    expect(levels()).toEqual(['省级', '市级']);
  });

  test('starts with the provinces when the office’s region is unavailable', async () => {
    show({ loadOffice: () => Promise.reject(new Error('away')) });
    await screen.findByRole('button', { name: '浙江省' });
    expect(levels()).toEqual(['省级']);
    expect(screen.queryByText('请求出错')).toBeNull();
  });

  test('shows 请求出错 for a tree or search that could not be loaded, and retries (S0 §8, S2 §8)', async () => {
    let tries = 0;
    const load: Answer = async (parent) => {
      tries += 1;
      if (tries === 1) throw new Error('away');
      return loadAll(parent);
    };
    const search = async () => {
      throw new Error('away');
    };
    show({ load, search });
    await screen.findByText('请求出错');
    fireEvent.click(screen.getByRole('button', { name: /重新加载/ }));
    await screen.findByRole('button', { name: '浙江省' });
    expect(screen.queryByText('请求出错')).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: '搜索名称、拼音或首字母' }), {
      target: { value: '淳安' },
    });
    await screen.findByText('请求出错', undefined);
  });

  test('refuses an empty selection, and counts what is chosen (S2 Region data)', async () => {
    const { onConfirm } = show();
    const confirm = await screen.findByRole('button', { name: /确认选择/ });
    fireEvent.click(confirm);
    await screen.findByText('请选择行政区划');
    expect(onConfirm).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('checkbox', { name: '选择其他' }));
    screen.getByText('已选择 1 个区划');
    fireEvent.click(confirm);
    expect(onConfirm).toHaveBeenCalledWith([expect.objectContaining({ code: '999' })]);
  });
});
