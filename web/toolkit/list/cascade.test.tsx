import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { stubQuery } from '#web/api/test-query.ts';
import type { FilterOption, ListFilter, ListQuery, LookupPage } from '../list-model/list-types.ts';
import { ListPage } from './ListPage.tsx';

const lookUp = (queries: object, answer: () => readonly FilterOption[]) =>
  stubQuery<LookupPage>(queries, async () => {
    const rows = answer();
    return { rows, total: rows.length };
  });

const region: ListFilter = {
  kind: 'select',
  name: 'areaCode',
  label: '行政区划',
  options: [
    { value: '330127', label: '淳安县' },
    { value: '330182', label: '建德市' },
  ],
};
const requestedAreas: unknown[] = [];
const hall: ListFilter = {
  kind: 'lookup',
  name: 'hallId',
  label: '所属大厅',
  dependsOn: ['areaCode'],
  source: (_, { areaCode }) =>
    lookUp({ halls: areaCode }, () => {
      requestedAreas.push(areaCode);
      return [{ value: `hall-${areaCode}`, label: `${areaCode} 大厅` }];
    }),
};
const window: ListFilter = {
  kind: 'lookup',
  name: 'windowId',
  label: '所属窗口',
  dependsOn: ['areaCode', 'hallId'],
  source: (_, { hallId }) =>
    lookUp({ windows: hallId }, () => {
      if (hallId === undefined) throw new Error('查不到');
      return [{ value: 'w1', label: '一号窗口' }];
    }),
};

function show(filters: readonly ListFilter[], address = '/') {
  const queries: ListQuery[] = [];
  const page = (pageFilters: readonly ListFilter[]) => (
    <QueryClientProvider client={client}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <MemoryRouter initialEntries={[address]}>
            <ListPage<{ code: string }>
              name="orders"
              title="已办"
              source={(query) =>
                stubQuery(query, async () => {
                  queries.push(query);
                  return { rows: [{ code: '2026000001' }], total: 1 };
                })
              }
              rowKey={(row) => row.code}
              filters={pageFilters}
              columns={[{ key: 'code', title: '流水号', width: 120, render: (row) => row.code }]}
              empty={{ title: '没有' }}
            />
          </MemoryRouter>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(page(filters));
  return { queries, updateFilters: (pageFilters: readonly ListFilter[]) => view.rerender(page(pageFilters)) };
}

async function choose(label: string, option: string) {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
}
const search = () => fireEvent.click(screen.getByRole('button', { name: '查询' }));

beforeEach(() => {
  localStorage.clear();
  requestedAreas.length = 0;
});

test('choosing a region clears hall and window and loads the halls of that region (S0 §4)', async () => {
  const { queries } = show([region, hall, window]);
  await screen.findByText('2026000001');
  await choose('行政区划', '淳安县');
  await choose('所属大厅', '330127 大厅');
  await choose('所属窗口', '一号窗口');
  search();
  await waitFor(() =>
    expect(queries.at(-1)?.filters).toEqual({ areaCode: '330127', hallId: 'hall-330127', windowId: 'w1' }),
  );
  await choose('行政区划', '建德市');
  search();
  await waitFor(() => expect(queries.at(-1)?.filters).toEqual({ areaCode: '330182' }));
  await choose('所属大厅', '330182 大厅');
  expect(requestedAreas).toEqual(['330127', '330182']);
});

test('a failed look-up shows no message, and the list continues to work (S0 §8)', async () => {
  const { queries } = show([window]);
  await screen.findByText('2026000001');
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '所属窗口' }));
  await screen.findByText('暂无可选项');
  expect(screen.queryByRole('alert')).toBeNull();
  search();
  await waitFor(() => expect(queries).toHaveLength(2));
});

test('a filter with the office’s region as default delays the list until it is known (S0 §7)', async () => {
  const { queries, updateFilters } = show([{ ...region, pending: true }]);
  expect(queries).toEqual([]);
  updateFilters([{ ...region, initial: '330127' }]);
  await screen.findByText('2026000001');
  expect(queries.map(({ filters }) => filters)).toEqual([{ areaCode: '330127' }]);
  fireEvent.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(queries).toHaveLength(1));
});

test('filters in the address are not narrowed by default filters', async () => {
  const keyword: ListFilter = { kind: 'text', name: 'keyword', label: '关键词' };
  const { queries, updateFilters } = show([keyword, { ...region, pending: true }], '/?keyword=电梯');
  updateFilters([keyword, { ...region, initial: '330127' }]);
  await screen.findByText('2026000001');
  expect(queries.map(({ filters }) => filters)).toEqual([{ keyword: '电梯' }]);
});
