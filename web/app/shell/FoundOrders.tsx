import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type FoundOrder, workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import styles from './header.module.css';

const listLabel: Record<FoundOrder['list'], string> = { todo: '待办', done: '已办', initiated: '我发起的' };

function urlOf({ code, list, traceId }: FoundOrder): string {
  return detailUrl(code, {
    ...(traceId !== null && { traceId }),
    isDone: list === 'done',
    isInitiated: list === 'initiated',
  });
}

/** What the search in the header found among one's own orders. */
export function FoundOrders(props: { keyword: string; onOpen: () => void }) {
  const { keyword } = props;
  const found = useQuery(queryOf(workOrders.search, { query: { keyword } }));
  const rows = found.data?.rows;
  return (
    <>
      <span className="visually-hidden" role="status">
        {rows && `找到 ${rows.length} 件`}
      </span>
      {found.isPending && <SkeletonRows rows={3} rowHeight={52} />}
      {found.isError && <FailureState compact failure={found.error} onRetry={() => void found.refetch()} />}
      {rows?.length === 0 && (
        <EmptyState
          compact
          title={`没有找到“${keyword}”`}
          hint="在您的待办、已办和发起的办件中查找；输入完整流水号后按回车可直接打开。"
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <ul aria-label="找到的办件">
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={urlOf(row)} onClick={props.onOpen}>
                <span className={styles.foundTitle}>{row.title}</span>
                <StatusTag label={row.statusLabel} tone={toneOfStatus(row.status)} />
                <small>
                  {listLabel[row.list]}　{row.code}　{row.itemName}
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
