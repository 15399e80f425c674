import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import type { orderQuery } from '#contract/order-query.ts';
import type { Query } from '#web/api/query-of.ts';
import type { ListQuery } from '#web/toolkit/list-model/list-types.ts';
import styles from './overdue-counts.module.css';

/**
 * Shows how many orders of a query are overdue at a step and how many as a whole; each number links to these
 * orders.
 */
export function OverdueCounts({
  countsQuery,
  filters,
}: {
  countsQuery: Query<OutputOf<typeof orderQuery.lateCounts>>;
  filters: ListQuery['filters'];
}) {
  const { data } = useQuery(countsQuery);
  // The space of the line is reserved before its numbers are loaded, so that the rows below do not move.
  const lateCounts = [
    { name: 'stepDue', label: '环节超期', count: data?.step ?? null },
    { name: 'due', label: '全程超期', count: data?.order ?? null },
  ];
  return (
    <p className={styles.late}>
      {data !== undefined && '其中'}
      {lateCounts.map(({ name, label, count }) => {
        if (count === null) return null;
        const text = `${label} ${count.toLocaleString('zh-CN')} 件`;
        if (count === 0 || filters[name] === 'overdue') return <span key={name}>{text}</span>;
        const filterEntries = Object.entries({ ...filters, [name]: 'overdue' });
        const linkQuery = new URLSearchParams(filterEntries.map(([key, value]) => [key, String(value)]));
        return (
          <Link key={name} to={{ search: linkQuery.toString() }}>
            {text}
          </Link>
        );
      })}
    </p>
  );
}
