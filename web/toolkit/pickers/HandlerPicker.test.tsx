import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { describe, expect, test, vi } from 'vitest';
import { queryFrom } from '#web/api/test-query.ts';
import { HandlerPicker, type HandlerPickerProps } from './HandlerPicker.tsx';
import type { HandlerSources } from './handler-sources.ts';

const people = [
  { key: 'staff:1', name: '周敏', hint: '信访局' },
  { key: 'staff:2', name: '何勇', hint: '住建局' },
];
const sources: HandlerSources = {
  staff: (name) =>
    queryFrom({ staff: name }, async () => {
      const rows = people.filter((person) => person.name.includes(name));
      return { rows, total: name === '' ? 130 : rows.length };
    }),
  role: () =>
    queryFrom({ role: '' }, async () => ({ rows: [{ key: 'role:auditor', name: '审核人员' }], total: 1 })),
  department: () => queryFrom({ department: '' }, async () => ({ rows: [], total: 0 })),
};

function open(props: Partial<HandlerPickerProps> = {}) {
  const onConfirm = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <HandlerPicker
            open
            tabs={['staff', 'role', 'department', 'variable']}
            sources={sources}
            value={[]}
            onConfirm={onConfirm}
            onCancel={() => undefined}
            {...props}
          />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确认选择' }));
  return { onConfirm, confirm };
}

describe('the handler picker', () => {
  test('is called 选择处理人 and has a tab for each kind that has a source (S1 §2)', async () => {
    open();
    expect(await screen.findByRole('dialog', { name: '选择处理人' })).toBeDefined();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['个人', '角色', '部门']);
  });

  test('keeps what is chosen in sight while the tabs change, and gives all of it', async () => {
    const { onConfirm, confirm } = open();
    fireEvent.click(await screen.findByRole('checkbox', { name: /周敏/ }));
    fireEvent.click(screen.getByRole('tab', { name: '角色' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /审核人员/ }));
    expect(screen.getByRole('status').textContent).toBe('已选择 2 项');
    confirm();
    expect(onConfirm.mock.lastCall?.[0].map(({ key }: { key: string }) => key)).toEqual([
      'staff:1',
      'role:auditor',
    ]);
  });

  test('takes one away again, by its own button or by all at once', async () => {
    open({ value: people });
    fireEvent.click(await screen.findByRole('button', { name: '移除周敏' }));
    expect(screen.getByRole('status').textContent).toBe('已选择 1 项');
    fireEvent.click(screen.getByRole('button', { name: '清空' }));
    expect(screen.getByRole('status').textContent).toBe('已选择 0 项');
  });

  test('confirms nothing when nobody is chosen', async () => {
    const { onConfirm, confirm } = open();
    await screen.findByRole('dialog');
    confirm();
    expect(await screen.findByText('请选择处理人')).toBeDefined();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('lets one person take the place of the other where only one may be picked', async () => {
    const { onConfirm, confirm } = open({ single: true });
    fireEvent.click(await screen.findByRole('radio', { name: /周敏/ }));
    fireEvent.click(screen.getByRole('radio', { name: /何勇/ }));
    confirm();
    expect(onConfirm).toHaveBeenCalledWith([people[1]]);
  });

  test('searches by name, says how many are not shown, and when nobody is found', async () => {
    open();
    expect(await screen.findByText('还有 128 项未显示，请输入名称查找。')).toBeDefined();
    const box = screen.getByRole('textbox', { name: '搜索个人' });
    fireEvent.change(box, { target: { value: '何' } });
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /周敏/ })).toBeNull(), {
      timeout: 5000,
    });
    expect(screen.getByRole('checkbox', { name: /何勇/ })).toBeDefined();
    fireEvent.change(box, { target: { value: '无此人' } });
    expect(await screen.findByText('没有找到“无此人”', undefined, { timeout: 5000 })).toBeDefined();
  });

  test('says that a kind could not be read, and reads it again on request', async () => {
    let tries = 0;
    const department: HandlerSources['department'] = () =>
      queryFrom({ department: '' }, async () => {
        tries += 1;
        if (tries === 1) throw new Error('away');
        return { rows: [{ key: 'department:1', name: '办公室' }], total: 1 };
      });
    open({ tabs: ['department'], sources: { department } });
    fireEvent.click(await screen.findByRole('button', { name: '重新加载' }));
    expect(await screen.findByRole('checkbox', { name: '办公室' })).toBeDefined();
  });
});
