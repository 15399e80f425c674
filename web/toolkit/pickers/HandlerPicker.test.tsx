import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PickedStaff } from '#contract/organisations.ts';
import { stubQuery } from '#web/api/test-query.ts';
import { HandlerPicker, type HandlerPickerProps } from './HandlerPicker.tsx';
import { type HandlerSources, handlerKinds, type StaffRequest } from './handler-sources.ts';

const person = (
  id: string,
  name: string,
  pinyin: string,
  overrides: Partial<PickedStaff> = {},
): PickedStaff => ({
  id,
  name,
  pinyin,
  account: pinyin.replaceAll(' ', ''),
  title: '科员',
  orgName: '信访局',
  departmentName: null,
  open: 3,
  overdue: 0,
  fault: null,
  ...overrides,
});
const people = [
  person('1', '周敏', 'zhou min', { open: 6, overdue: 1 }),
  person('2', '何勇', 'he yong'),
  person('3', '蒋涛', 'jiang tao', { fault: '账号已停用' }),
];
const requests: StaffRequest[] = [];
const sources: HandlerSources = {
  staff: (query) =>
    stubQuery({ ...query }, async () => {
      requests.push(query);
      const ids = query.ids?.split(',');
      const rows = people.filter(
        ({ id, name, pinyin }) =>
          (ids === undefined || ids.includes(id)) &&
          (query.text === undefined || name.includes(query.text) || pinyin.startsWith(query.text)),
      );
      return {
        rows,
        total: rows.length,
        barred: rows.filter(({ fault: problem }) => problem !== null).length,
      };
    }),
  organisations: () =>
    stubQuery({ tree: '' }, async () => ({
      departmentId: 'desk',
      rows: [
        {
          id: 'office',
          name: '信访局',
          pinyin: 'xin fang ju',
          kind: 'organisation' as const,
          parent: null,
          staffs: 26,
        },
        {
          id: 'desk',
          name: '办信科',
          pinyin: 'ban xin ke',
          kind: 'department' as const,
          parent: 'office',
          staffs: 4,
        },
        { id: 'empty', name: '空科室', kind: 'department' as const, parent: 'office', staffs: 0 },
      ],
    })),
  byKind: {
    role: () =>
      stubQuery({ role: '' }, async () => ({ rows: [{ key: 'role:auditor', name: '审核人员' }], total: 1 })),
  },
};

function open(props: Partial<HandlerPickerProps> = {}) {
  const onConfirm = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const renderPicker = (overrides: Partial<HandlerPickerProps> = {}) => (
    <QueryClientProvider client={client}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <HandlerPicker
            open
            kinds={['staff', 'role', 'department', 'variable']}
            sources={sources}
            value={[]}
            onConfirm={onConfirm}
            onCancel={() => undefined}
            {...props}
            {...overrides}
          />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(renderPicker());
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: /^确认选择/ }));
  return {
    onConfirm,
    confirm,
    rerenderPicker: (overrides?: Partial<HandlerPickerProps>) => rerender(renderPicker(overrides)),
  };
}
const row = (name: RegExp) => screen.findByRole('option', { name });
const keysOf = (onConfirm: ReturnType<typeof vi.fn>) =>
  onConfirm.mock.lastCall?.[0].map(({ key }: { key: string }) => key);
const search = () => screen.getByRole('combobox', { name: '搜索个人' });

beforeEach(() => {
  requests.length = 0;
  localStorage.clear();
});

describe('handler picker', () => {
  test('has the title 选择处理人 and the specified tabs in order, with 窗口 only on request (S1 §2)', async () => {
    open();
    expect(await screen.findByRole('dialog', { name: '选择处理人' })).toBeDefined();
    const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent?.replace(/[\s（].*/, ''));
    expect(names()).toEqual(['个人', '岗位', '用户组', '角色', '部门', '组织机构', '变量', '前序节点处理人']);
  });

  test('has nine tabs when 窗口 is requested', async () => {
    open({ kinds: handlerKinds });
    await screen.findByRole('dialog');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.slice(0, 2))[1]).toBe('窗口');
    expect(screen.getAllByRole('tab')).toHaveLength(9);
  });

  test('shows an unavailable kind as disabled, with the reason', async () => {
    open();
    const tab = await screen.findByRole('tab', { name: /组织机构/ });
    expect(tab.getAttribute('aria-disabled')).toBe('true');
    expect(tab.textContent).toContain('本操作不能选择此类处理人');
    expect(screen.getByRole('tab', { name: /变量/ }).textContent).toContain('只有办理办件时才能选择');
  });

  test('lists another person who cannot be picked, with the reason', async () => {
    const { onConfirm, confirm } = open({ excludedPerson: { id: '1', reason: '移交人本人' } });
    expect((await row(/蒋涛/)).getAttribute('aria-disabled')).toBe('true');
    const barred = await row(/周敏/);
    expect(barred.getAttribute('aria-disabled')).toBe('true');
    expect(barred.textContent).toContain('移交人本人');
    fireEvent.click(barred);
    confirm();
    expect(onConfirm.mock.lastCall?.[0] ?? []).toEqual([]);
  });

  test('shows the workload next to each name, and why a person cannot be chosen', async () => {
    const { onConfirm, confirm } = open();
    expect((await row(/周敏/)).textContent).toContain('在办 6超期 1');
    const disabledRow = await row(/蒋涛/);
    expect(disabledRow.textContent).toContain('账号已停用');
    expect(disabledRow.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(disabledRow);
    confirm();
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.getByText('可选 2 人，另有 1 人不可选')).toBeDefined();
  });

  test('keeps the selection visible across tabs, by kind, and returns all of it', async () => {
    const { onConfirm, confirm } = open();
    fireEvent.click(await row(/周敏/));
    fireEvent.click(screen.getByRole('tab', { name: '角色' }));
    fireEvent.click(await row(/审核人员/));
    expect(screen.getByText('已选 2 项')).toBeDefined();
    confirm();
    expect(keysOf(onConfirm)).toEqual(['staff:1', 'role:auditor']);
  });

  test('removes one choice by its own button, or all at once', async () => {
    open({
      value: [
        { key: 'staff:1', name: '周敏' },
        { key: 'org:2', name: '住建局' },
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: '移除周敏' }));
    expect(screen.getByText('已选 1 项')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '清空' }));
    expect(screen.getByText('已选 0 项')).toBeDefined();
  });

  test('confirms nothing when no handler is chosen', async () => {
    const { onConfirm, confirm } = open();
    await screen.findByRole('dialog');
    confirm();
    expect(await screen.findByText('请选择处理人')).toBeDefined();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('replaces the chosen person when only one may be picked', async () => {
    const { onConfirm, confirm } = open({ single: true });
    fireEvent.click(await row(/周敏/));
    fireEvent.click(await row(/何勇/));
    confirm();
    expect(keysOf(onConfirm)).toEqual(['staff:2']);
  });

  test('is usable from the search field by arrow keys, space and Enter', async () => {
    const { onConfirm } = open();
    await row(/周敏/);
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    fireEvent.keyDown(search(), { key: ' ' });
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    fireEvent.keyDown(search(), { key: ' ' });
    fireEvent.keyDown(search(), { key: 'Enter' });
    expect(keysOf(onConfirm)).toEqual(['staff:1', 'staff:2']);
  });

  test('searches on the server and marks the matching letters', async () => {
    open();
    await row(/何勇/);
    fireEvent.change(search(), { target: { value: 'zh' } });
    await waitFor(() => expect(screen.queryByRole('option', { name: /何勇/ })).toBeNull());
    expect((await row(/周敏/)).querySelector('b')?.textContent).toBe('zh');
    fireEvent.change(search(), { target: { value: '无此人' } });
    expect(await screen.findByText('没有找到“无此人”')).toBeDefined();
  });

  test('offers recently chosen people, and filters by own department or a part of the tree', async () => {
    const { confirm } = open();
    fireEvent.click(await row(/何勇/));
    confirm();
    open();
    expect((await screen.findAllByRole('button', { name: '何勇' })).length).toBeGreaterThan(0);
    fireEvent.click((await screen.findAllByRole('button', { name: /本科室（办信科）/ }))[0] as HTMLElement);
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ mine: 'true' }));
    fireEvent.click((await screen.findAllByRole('treeitem', { name: '办信科 4' }))[0] as HTMLElement);
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ orgId: 'desk' }));
  });

  test('requests the candidates of the node, and disables all others', async () => {
    open({ allowedKeys: ['staff:1'], notSelf: true });
    await row(/周敏/);
    expect(requests[0]).toMatchObject({ among: 'staff:1', notSelf: 'true' });
    fireEvent.click(screen.getByRole('tab', { name: '角色' }));
    expect((await row(/审核人员/)).textContent).toContain('不是本环节的候选处理人');
  });

  test('lists departments with their people, those without people last', async () => {
    open();
    fireEvent.click(await screen.findByRole('tab', { name: '部门' }));
    expect((await row(/办信科/)).textContent).toContain('信访局 · 4 人');
    expect((await row(/空科室/)).textContent).toContain('没有在岗人员');
  });

  test('finds organisations of the tree and departments by pinyin and initials', async () => {
    open();
    fireEvent.change(await screen.findByRole('textbox', { name: '搜索机构' }), { target: { value: 'xfj' } });
    expect((await screen.findAllByRole('treeitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('信访局'),
    ]);
    fireEvent.click(screen.getByRole('tab', { name: '部门' }));
    await row(/办信科/);
    fireEvent.change(screen.getByRole('combobox', { name: '搜索部门' }), { target: { value: 'banxin' } });
    await waitFor(() => expect(screen.queryByRole('option', { name: /空科室/ })).toBeNull());
    expect(screen.getByRole('option', { name: /办信科/ })).toBeDefined();
  });

  test('renders only the visible rows of a long list', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ key: `role:${index}`, name: `角色${index}` }));
    const role = () => stubQuery({ many: '' }, async () => ({ rows, total: 500 }));
    open({ kinds: ['role'], sources: { ...sources, byKind: { role } } });
    const first = await row(/角色0$/);
    expect(first.getAttribute('aria-setsize')).toBe('500');
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
  });

  test('shows that a kind could not be loaded, and loads it again on request', async () => {
    let tries = 0;
    const role = () =>
      stubQuery({ away: '' }, async () => {
        tries += 1;
        if (tries === 1) throw new Error('away');
        return { rows: [{ key: 'role:1', name: '审核人员' }], total: 1 };
      });
    open({ kinds: ['role'], sources: { ...sources, byKind: { role } } });
    fireEvent.click(await screen.findByRole('button', { name: '重新加载' }));
    expect(await row(/审核人员/)).toBeDefined();
  });

  test('keeps the selection when the screen is rendered again, and starts each opening from the stored value', async () => {
    const { onConfirm, confirm, rerenderPicker } = open();
    fireEvent.click(await row(/何勇/));
    rerenderPicker();
    confirm();
    expect(keysOf(onConfirm)).toEqual(['staff:2']);
    rerenderPicker({ open: false });
    rerenderPicker({ value: [{ key: 'staff:1', name: '周敏' }] });
    confirm();
    expect(keysOf(onConfirm)).toEqual(['staff:1']);
  });
});
