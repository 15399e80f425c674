import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { describe, expect, test, vi } from 'vitest';
import { stubQuery } from '#web/api/test-query.ts';
import { RegionPicker } from './RegionPicker.tsx';
import type { Region } from './region.ts';
import { region } from './test-region.ts';

const childrenById: Record<string, readonly Region[]> = {
  top: [region('110000', '北京市', 1), region('330000', '浙江省', 1), region('999', '其他', 1, true)],
  330000: [region('330100', '杭州市', 2)],
  330100: [region('330127', '淳安县', 3, true)],
};

function show(options: { single?: boolean; load?: (parent?: string) => Promise<readonly Region[]> } = {}) {
  const onConfirm = vi.fn();
  const requests: (string | undefined)[] = [];
  const load =
    options.load ??
    (async (parent?: string) => {
      requests.push(parent);
      return childrenById[parent ?? 'top'] ?? [];
    });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>
        <RegionPicker
          open
          single={options.single === true}
          load={(parent) => stubQuery({ parent }, () => load(parent))}
          search={(name) => stubQuery({ name }, async () => childrenById[330100] ?? [])}
          officePathQuery={stubQuery({ office: true }, async () => [])}
          value={[]}
          onConfirm={onConfirm}
          onCancel={() => undefined}
        />
      </App>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('radio', { name: '树形' }));
  return { onConfirm, requests };
}

const item = (name: string) => screen.findByRole('treeitem', { name });
const names = () => screen.getAllByRole('treeitem').map((each) => each.getAttribute('aria-label'));
const tree = () => screen.getByRole('tree', { name: '行政区划' });
const press = (key: string) => fireEvent.keyDown(tree(), { key });
const active = () =>
  document.getElementById(tree().getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label');
const signOf = (node: HTMLElement) => node.querySelector<HTMLElement>('[data-toggle]') as HTMLElement;

describe('region tree (S1 §2)', () => {
  test('loads child regions when a region is opened, and follows the keyboard pattern of a tree', async () => {
    const { onConfirm, requests } = show();
    await item('北京市');
    fireEvent.focus(tree());
    expect(requests).toEqual([undefined]);
    expect(active()).toBe('北京市');
    press('ArrowDown');
    expect(active()).toBe('浙江省');
    press('ArrowRight');
    expect((await item('浙江省')).getAttribute('aria-expanded')).toBe('true');
    const city = await item('杭州市');
    expect(requests).toEqual([undefined, '330000']);
    expect(['level', 'posinset', 'setsize'].map((each) => city.getAttribute(`aria-${each}`))).toEqual([
      '2',
      '1',
      '1',
    ]);
    press('ArrowRight');
    expect(active()).toBe('杭州市');
    press('ArrowRight');
    await item('淳安县');
    press('ArrowDown');
    press(' ');
    expect((await item('淳安县')).getAttribute('aria-checked')).toBe('true');
    screen.getByText('已选择 1 个区划');
    press('ArrowLeft');
    expect(active()).toBe('杭州市');
    press('ArrowLeft');
    expect(screen.queryByRole('treeitem', { name: '淳安县' })).toBeNull();
    press('End');
    expect(active()).toBe('其他');
    press('Home');
    expect(active()).toBe('北京市');
    fireEvent.click(screen.getByRole('button', { name: /确认选择/ }));
    expect(onConfirm).toHaveBeenCalledWith([expect.objectContaining({ code: '330127' })]);
  });

  test('continues by keyboard from where the mouse has clicked', async () => {
    show();
    fireEvent.click(signOf(await item('浙江省')));
    await item('杭州市');
    press('ArrowDown');
    expect(active()).toBe('杭州市');
  });

  test('moves to a region by the beginning of its name or code', async () => {
    show();
    await item('北京市');
    fireEvent.focus(tree());
    press('9');
    press('9');
    expect(active()).toBe('其他');
  });

  test('opens a city and its only county separately, although they share a code (441900)', async () => {
    const city = { ...region('441900', '东莞市', 2), id: 'city' };
    const county = { ...region('441900', '东莞市区', 3), id: 'county' };
    const towns: Record<string, readonly Region[]> = {
      city: [county],
      county: [region('441900003', '东城街道', 4, true)],
    };
    show({ load: async (parent) => (parent === undefined ? [city] : (towns[parent] ?? [])) });
    fireEvent.click(signOf(await item('东莞市')));
    expect((await item('东莞市区')).getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(signOf(await item('东莞市区')));
    await item('东城街道');
    expect(names()).toEqual(['东莞市', '东莞市区', '东城街道']);
  });

  test('is one tab stop', async () => {
    show();
    await item('浙江省');
    expect(tree().tabIndex).toBe(0);
    expect(screen.getAllByRole('treeitem').every(({ tabIndex }) => tabIndex === -1)).toBe(true);
  });

  test('renders only visible lines, and always the active one', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => region(`c${index}`, `区划${index}`, 1, true));
    show({ load: async () => many });
    await item('区划0');
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
    fireEvent.focus(tree());
    press('End');
    expect(active()).toBe('区划4999');
    expect((await item('区划4999')).getAttribute('aria-setsize')).toBe('5000');
  });

  test('holds one region in single-choice mode', async () => {
    show({ single: true });
    fireEvent.click(await item('其他'));
    fireEvent.click(await item('北京市'));
    expect((await item('其他')).getAttribute('aria-selected')).toBe('false');
    expect((await item('北京市')).getAttribute('aria-selected')).toBe('true');
  });

  test('is restored when the search text is cleared (S0 §4)', async () => {
    show();
    fireEvent.click(signOf(await item('浙江省')));
    await item('杭州市');
    const text = screen.getByRole('textbox', { name: '搜索名称、拼音或首字母' });
    fireEvent.change(text, { target: { value: '淳安' } });
    await waitFor(() => expect(screen.queryByRole('tree')).toBeNull());
    fireEvent.change(text, { target: { value: '' } });
    await item('杭州市');
    expect(names()).toEqual(['北京市', '浙江省', '杭州市', '其他']);
  });

  test('shows 请求出错 for a branch that cannot be loaded, and retries (S0 §8)', async () => {
    let tries = 0;
    const load = async (parent?: string) => {
      if (parent !== undefined && ++tries === 1) throw new Error('away');
      return childrenById[parent ?? 'top'] ?? [];
    };
    show({ load });
    fireEvent.click(signOf(await item('浙江省')));
    await screen.findByText('请求出错');
    fireEvent.click(screen.getByRole('button', { name: /重新加载/ }));
    await item('杭州市');
  });
});
