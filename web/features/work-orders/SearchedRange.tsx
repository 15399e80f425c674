import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { OutputOf } from '#contract/endpoint.ts';
import type { orderQuery } from '#contract/order-query.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { Query } from '#web/api/query-of.ts';

/** Shows how far back a query has searched if it has not searched all orders, and how to include older orders. */
export function SearchedRange({ query }: { query: Query<OutputOf<typeof orderQuery.page>> }) {
  const { data } = useQuery({ ...query, enabled: false });
  const searchedRange = data?.lookedThrough;
  return (
    <>
      {searchedRange && (
        <Alert
          banner
          type="info"
          title={`标题或正文的关键词涉及的办件过多，仅查询了最近的 ${searchedRange.orders.toLocaleString('zh-CN')} 件（${localDateOf(new Date(searchedRange.since))} 及以后）。请再加一个条件，如登记日期、事项或区划，可查询更早的办件。`}
        />
      )}
      {data?.indexing && (
        <Alert banner type="info" title="查询数据正在整理，最近的变动可能暂未列出，请稍后刷新。" />
      )}
    </>
  );
}
