import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { MemoryRouter } from 'react-router';
import { stubQuery } from '#web/api/test-query.ts';
import type { ListPageOf, ListQuery } from '../list-model/list-types.ts';
import { ListPage } from './ListPage.tsx';
import type { ListPageProps } from './list-page-props.ts';

export interface Order {
  code: string;
  title: string;
}
export const orders: Order[] = Array.from({ length: 23 }, (_, index) => ({
  code: String(2026000001 + index),
  title: `第 ${index + 1} 件`,
}));

export type Load = (query: ListQuery) => Promise<ListPageOf<Order>>;

/** Shows the list page with a list of orders; returns the queries that it sends. */
export function showList({
  load,
  address = '/',
  ...props
}: Partial<ListPageProps<Order>> & { load?: Load; address?: string } = {}) {
  const queries: ListQuery[] = [];
  const loadOrders: Load = async (query) => {
    queries.push(query);
    const start = (query.page - 1) * query.size;
    return { rows: orders.slice(start, start + query.size), total: orders.length };
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <MemoryRouter initialEntries={[address]}>
            <ListPage<Order>
              name="orders"
              title="待办"
              source={(query) => stubQuery(query, () => (load ?? loadOrders)(query))}
              rowKey={(row) => row.code}
              filters={[{ kind: 'text', name: 'keyword', label: '关键词' }]}
              columns={[
                {
                  key: 'code',
                  title: '流水号',
                  width: 120,
                  sort: 'code',
                  render: (row) => row.code,
                  link: (row) => `/affair/detail/${row.code}`,
                },
                { key: 'title', title: '标题', width: 200, render: (row) => row.title },
              ]}
              empty={{ title: '没有待办' }}
              {...props}
            />
          </MemoryRouter>
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  return queries;
}
