import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { CallError } from '#web/api/call-error.ts';
import { showTheme } from '#web/api/chosen-theme.ts';
import type { ListFilter, ListQuery } from '../list-model/list-types.ts';
import type { ListPageProps } from './list-page-props.ts';
import { type Load, type Order, orders, showList as show } from './test-list.tsx';

const rowCount = () => screen.getAllByRole('row').length - 1;
const last = <T,>(items: readonly T[]) => items.at(-1);

beforeEach(() => localStorage.clear());

describe('list page', () => {
  test('shows ten rows, the count and the pages', async () => {
    show();
    await screen.findByText('2026000001');
    expect(rowCount()).toBe(10);
    expect(screen.getByText('共 23 条')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: '待办' })).toBeTruthy();
    const sizeBox = screen.getByRole('combobox', { name: '每页条数' });
    fireEvent.mouseDown(sizeBox);
    const sizes = await screen.findAllByText(/^\d+ 条\/页$/, { selector: '.ant-select-item-option-content' });
    expect(sizes.map((size) => Number.parseInt(size.textContent ?? '', 10))).toEqual([
      200, 150, 100, 50, 40, 30, 20, 10, 5,
    ]);
  });

  test('keeps the filters on another page and goes to page 1 with a search', async () => {
    const queries = show();
    await screen.findByText('2026000001');
    fireEvent.click(screen.getByLabelText('第 3 页'));
    await screen.findByText('2026000021');
    fireEvent.change(screen.getByLabelText('关键词'), { target: { value: '噪声' } });
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(last(queries)).toEqual({ page: 1, size: 10, filters: { keyword: '噪声' } }));
  });

  test('shows at once that a search has no network, keeps the typed filters and searches after reconnection', async () => {
    const queries = show();
    await screen.findByText('2026000001');
    act(() => onlineManager.setOnline(false));
    try {
      fireEvent.change(screen.getByLabelText('关键词'), { target: { value: '噪声' } });
      fireEvent.click(screen.getByRole('button', { name: '查询' }));
      // Above the screen, and at the place for the number of rows.
      expect(await screen.findAllByText('网络已断开，恢复后自动查询')).toHaveLength(2);
      expect(screen.getByLabelText<HTMLInputElement>('关键词').value).toBe('噪声');
      expect(queries).toHaveLength(1);
    } finally {
      act(() => onlineManager.setOnline(true));
    }
    await waitFor(() => expect(last(queries)?.filters).toEqual({ keyword: '噪声' }));
    await screen.findByText('共 23 条');
  });

  test('resets the filters and the sorting and searches again (S0 §4)', async () => {
    const queries = show();
    await screen.findByText('2026000001');
    const box = screen.getByLabelText<HTMLInputElement>('关键词');
    expect(box.placeholder).toBe('请输入');
    fireEvent.change(box, { target: { value: '噪声' } });
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    fireEvent.click(screen.getByRole('button', { name: '流水号' }));
    await waitFor(() => expect(last(queries)).toMatchObject({ sort: 'code', filters: { keyword: '噪声' } }));
    fireEvent.click(screen.getByRole('button', { name: '重置' }));
    await waitFor(() => expect(last(queries)).toEqual({ page: 1, size: 10, filters: {} }));
    expect(box.value).toBe('');
  });

  test('reserves the place of later buttons while loading, so that no button moves', async () => {
    show({ load: () => new Promise(() => undefined) });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '视图' }).disabled).toBe(true);
  });

  describe('list page in a low window', () => {
    beforeEach(() => vi.stubGlobal('innerHeight', 500));
    afterEach(() => vi.unstubAllGlobals());
    const state: ListFilter = {
      kind: 'select',
      name: 'state',
      label: '状态',
      options: [{ value: 'open', label: '在办' }],
    };
    const keyword: ListFilter = { kind: 'text', name: 'keyword', label: '关键词' };

    test('shows the first filter in the toolbar, and the others in a drawer', async () => {
      const queries = show({ filters: [keyword, state] });
      await screen.findByText('2026000001');
      fireEvent.change(await screen.findByLabelText('关键词'), { target: { value: '噪声' } });
      fireEvent.submit(screen.getByLabelText('关键词'));
      await waitFor(() => expect(last(queries)).toEqual({ page: 1, size: 10, filters: { keyword: '噪声' } }));
      fireEvent.click(screen.getByRole('button', { name: /^(filter )?筛选$/ }));
      const drawer = await screen.findByRole('dialog', { name: '筛选' });
      expect(within(drawer).getByLabelText('状态')).toBeTruthy();
      expect(within(drawer).queryByLabelText('关键词')).toBeNull();
    });

    test('has no drawer when the list has one filter', async () => {
      show({ filters: [keyword] });
      await screen.findByLabelText('关键词');
      expect(screen.queryByRole('button', { name: /筛选/ })).toBeNull();
    });

    test('keeps the filters in the drawer when the list has tabs', async () => {
      show({ filters: [keyword], tabs: [{ name: 'one', label: '甲', count: '23' }] });
      expect(await screen.findByRole('button', { name: /筛选/ })).toBeTruthy();
      expect(screen.queryByLabelText('关键词')).toBeNull();
    });
  });

  test('shows folded conditions in force as tags that can be removed, until their fields are open', async () => {
    const text = (name: string, label: string): ListFilter => ({ kind: 'text', name, label });
    const filters: ListFilter[] = [
      ...['one', 'two', 'three'].map((name) => text(name, name)),
      { kind: 'select', name: 'step', label: '环节时限', options: [{ value: 'late', label: '已超期' }] },
      {
        kind: 'custom',
        name: 'person',
        label: '当前处理人',
        render: () => <input aria-label="当前处理人" />,
        nameQuery: () => ({
          queryKey: ['person', {}],
          queryFn: async () => '刘洋',
          meta: { reads: [] },
          select: String,
        }),
      },
    ];
    const queries = show({ filters, address: '/?one=1&step=late&person=p1' });
    const tag = await screen.findByRole('button', { name: /环节时限：已超期/ });
    expect(await screen.findByRole('button', { name: /当前处理人：刘洋/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /one：/ })).toBeNull();
    fireEvent.click(tag);
    await waitFor(() => expect(last(queries)?.filters).toEqual({ one: '1', person: 'p1' }));
    fireEvent.click(await screen.findByRole('button', { name: /展开/ }));
    expect(screen.queryByRole('button', { name: /当前处理人：刘洋/ })).toBeNull();
  });

  test('sorts descending first and exposes this to a screen reader', async () => {
    const queries = show();
    await screen.findByText('2026000001');
    fireEvent.click(screen.getByRole('button', { name: '流水号' }));
    await waitFor(() => expect(last(queries)).toMatchObject({ sort: 'code', order: 'desc' }));
    expect(screen.getByRole('columnheader', { name: '流水号' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('refuses a search without a required filter, and names it', async () => {
    const queries = show({ filters: [{ kind: 'text', name: 'keyword', label: '关键词', required: true }] });
    expect(screen.getByText('请检查并完善以下信息')).toBeTruthy();
    expect(screen.getByText('关键词不能为空')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    const dialog = await screen.findByRole('dialog', { name: '查询失败' });
    expect(within(dialog).getByText('请检查并完善以下信息')).toBeTruthy();
    expect(within(dialog).getByText('关键词不能为空')).toBeTruthy();
    expect(queries).toEqual([]);
  });

  test('hides, moves and resizes columns', async () => {
    show();
    await screen.findByText('2026000001');
    fireEvent.click(await screen.findByRole('button', { name: '列设置' }));
    const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    fireEvent.click(await screen.findByRole('button', { name: '下移流水号' }));
    expect(titles()).toEqual(['标题', '流水号']);
    const width = screen.getByRole('spinbutton', { name: '标题列宽' });
    fireEvent.change(width, { target: { value: '320' } });
    expect(localStorage.getItem('banjian.list..orders')).toContain('"title":320');
    fireEvent.change(width, { target: { value: '9' } });
    fireEvent.blur(width);
    expect(localStorage.getItem('banjian.list..orders')).toContain('"title":60');
    fireEvent.click(screen.getByRole('checkbox', { name: '标题' }));
    expect(titles()).toEqual(['流水号']);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '流水号' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '恢复默认' }));
    expect(titles()).toEqual(['流水号', '标题']);
  });

  test('widens its columns with the letters of 长辈版', async () => {
    const widths = () => [...document.querySelectorAll('col')].map((column) => column.style.width);
    showTheme(PortalTheme.standard);
    show();
    await screen.findByText('2026000001');
    expect(widths()).toEqual(['120px', '200px']);
    act(() => showTheme(PortalTheme.elder));
    expect(widths()).toEqual(['154px', '257px']);
    act(() => showTheme(PortalTheme.standard));
    expect(widths()).toEqual(['120px', '200px']);
  });
  test('hides columns in 长辈版 like a window with as much space for letters', async () => {
    const column = { key: 'title', title: '标题', width: 200, hiddenUnder: innerWidth - 1 };
    showTheme(PortalTheme.standard);
    show({ columns: [{ ...column, render: (row) => row.title }] });
    expect(await screen.findByRole('columnheader', { name: '标题' })).toBeTruthy();
    act(() => showTheme(PortalTheme.elder));
    expect(screen.queryByRole('columnheader', { name: '标题' })).toBeNull();
    act(() => showTheme(PortalTheme.standard));
  });

  test('folds all filters beyond the first row of three', async () => {
    const names = ['甲', '乙', '丙', '丁'];
    show({ filters: names.map((name) => ({ kind: 'text', name, label: name })) });
    expect(screen.queryByLabelText('丁')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '展开' }));
    expect(screen.getByLabelText('丁')).toBeTruthy();
    expect(screen.getByRole('button', { name: '收起' })).toBeTruthy();
  });

  test('folds more than three actions into 更多, which never contains only one', async () => {
    const run = vi.fn();
    const labels = ['办理', '催办', '打印', '抄送'];
    show({ rowActions: () => labels.map((label) => ({ key: label, label, onRun: () => run(label) })) });
    await screen.findByText('2026000001');
    const row = screen.getAllByRole('row')[1];
    if (!row) throw new Error('no row');
    fireEvent.mouseEnter(row);
    expect(
      within(row)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['办理', '催办', '更多']);
    fireEvent.click(within(row).getByRole('button', { name: '更多' }));
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
    fireEvent.click(screen.getByRole('menuitem', { name: '抄送' }));
    expect(run).toHaveBeenCalledWith('抄送');
  });

  test('renders only changed rows when the answer has another order', async () => {
    const renderedTitles: string[] = [];
    const columns: ListPageProps<Order>['columns'] = [
      {
        key: 'code',
        title: '流水号',
        sort: 'code',
        render: ({ code, title }) => {
          renderedTitles.push(title);
          return code;
        },
      },
    ];
    const answer = (query: ListQuery) =>
      orders
        .slice(0, 3)
        .map((order) => ({ ...order, ...(query.sort && order === orders[1] && { title: '改' }) }));
    show({
      columns,
      load: async (query) => ({ rows: query.sort ? answer(query).reverse() : answer(query), total: 3 }),
    });
    await screen.findByText('2026000001');
    renderedTitles.length = 0;
    fireEvent.click(screen.getByRole('button', { name: '流水号' }));
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('2026000003'));
    expect(renderedTitles).toEqual(['改']);
  });

  test('keeps the selection across pages', async () => {
    show({ selectable: true });
    await screen.findByText('2026000001');
    fireEvent.click(screen.getByLabelText('选择第 2 行'));
    fireEvent.click(screen.getByLabelText('第 2 页'));
    await screen.findByText('2026000011');
    fireEvent.click(screen.getByLabelText('全选本页'));
    expect(screen.getByText(/已选 11 条/)).toBeTruthy();
  });

  test('shows the tools for ticked rows below the rows, so that ticking moves none', async () => {
    const chosenTools = ({ selected }: { selected: readonly Order[] }) =>
      selected.length > 0 && <button type="button">催办 {selected.length} 件</button>;
    show({ selectable: true, selectionTools: chosenTools });
    await screen.findByText('2026000001');
    fireEvent.click(screen.getByLabelText('选择第 2 行'));
    const tool = await screen.findByRole('button', { name: '催办 1 件' });
    const table = screen.getByRole('table');
    expect(table.compareDocumentPosition(tool) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(tool.parentElement?.textContent).toContain('已选 1 条');
  });

  test('keeps the selection of each tab separate, and shows a separate text for an empty tab', async () => {
    const tabs = [
      { name: 'one', label: '甲', count: '23' },
      { name: 'other', label: '乙', count: '0', empty: { title: '乙没有数据' } },
    ];
    const load: Load = async ({ filters }) =>
      filters.tab === 'other' ? { rows: [], total: 0 } : { rows: orders.slice(0, 2), total: 2 };
    const tools = ({ selected }: { selected: readonly Order[] }) => <span>已勾 {selected.length}</span>;
    show({ tabs, load, tools, selectable: true });
    fireEvent.click((await screen.findAllByRole('checkbox')).at(-1) as Element);
    expect(await screen.findByText('已勾 1')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: /乙/ }));
    expect(await screen.findByText('乙没有数据')).toBeTruthy();
    expect(screen.getByText('已勾 0')).toBeTruthy();
  });

  test('shows the purpose of an empty list, and offers to clear the filters after an empty search', async () => {
    show({ load: async () => ({ rows: [], total: 0 }) });
    await screen.findByText('没有待办');
    fireEvent.change(screen.getByLabelText('关键词'), { target: { value: '无' } });
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    fireEvent.click(await screen.findByRole('button', { name: '清除筛选条件' }));
    await screen.findByText('没有待办');
  });

  test('shows a person without permission only the reason and a way back, no filters and no tools', async () => {
    show({
      load: async () => {
        throw new CallError({ errcode: 403, message: '您没有该操作的权限' });
      },
    });
    expect(await screen.findByText('您没有该操作的权限')).toBeTruthy();
    expect(await screen.findByRole('link', { name: '返回首页' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByLabelText('关键词')).toBeNull();
  });

  test('shows the message and request id of a failure, with a retry', async () => {
    let tries = 0;
    show({
      load: async () => {
        tries += 1;
        if (tries === 1) throw new CallError({ errcode: 500, message: '系统出现异常', requestId: 'r-9' });
        return { rows: orders, total: 23 };
      },
    });
    expect(await screen.findByText('系统出现异常')).toBeTruthy();
    expect(screen.getByText(/r-9/)).toBeTruthy();
    // Header and count keep their places, without any number.
    expect(screen.getByText('共 — 条')).toBeTruthy();
    expect(screen.queryByText('共 0 条')).toBeNull();
    expect(screen.getByRole('columnheader', { name: '流水号' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: '分页' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '重新加载' }));
    await screen.findByText('2026000001');
  });

  test('refuses an export without a required filter as 导出失败, and names it (S0 §5)', async () => {
    show({
      exportName: 'orders',
      filters: [{ kind: 'text', name: 'keyword', label: '关键词', required: true }],
    });
    fireEvent.click(await screen.findByRole('button', { name: '导出' }));
    const dialog = await screen.findByRole('dialog', { name: '导出失败' });
    expect(within(dialog).getByText('请检查并完善以下信息')).toBeTruthy();
    expect(within(dialog).getByText('关键词不能为空')).toBeTruthy();
  });
});
