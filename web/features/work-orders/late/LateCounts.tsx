import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import type { orderQuery } from '#contract/order-query.ts';
import type { Query } from '#web/api/query-of.ts';
import styles from './late-counts.module.css';

/** How many of the orders that a query finds are late at a step and how many as a whole; each leads to just these. */
export function LateCounts({ counted }: { counted: Query<OutputOf<typeof orderQuery.lateCounts>> }) {
  const { data } = useQuery(counted);
  const { search } = useLocation();
  const late = [
    { name: 'stepDue', label: '环节超期', count: data?.step ?? 0 },
    { name: 'due', label: '全程超期', count: data?.order ?? 0 },
  ].filter(({ count }) => count > 0);
  if (late.length === 0) return null;
  return (
    <p className={styles.late}>
      其中
      {late.map(({ name, label, count }) => {
        const narrowed = new URLSearchParams(search);
        narrowed.set(name, 'overdue');
        narrowed.delete('page');
        return (
          <Link key={name} to={{ search: narrowed.toString() }}>
            {label} {count.toLocaleString('zh-CN')} 件
          </Link>
        );
      })}
    </p>
  );
}
