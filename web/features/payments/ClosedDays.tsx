import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { paymentReconciliation } from '#contract/payment-reconciliation.ts';
import { formatYuan } from '#domain/payments/money.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';

const pageSize = 20;
const columns = [
  '日期',
  { title: '系统（元）', kind: 'number' },
  { title: '渠道（元）', kind: 'number' },
  { title: '一致', kind: 'number' },
  { title: '未处理差异', kind: 'number' },
  '状态',
] as const;

/** Shows 往日对账: the days with a bill, newest first. */
export function ClosedDays({ onOpen }: { onOpen: (day: string) => void }) {
  const [page, setPage] = useState(1);
  const days = useQuery({
    ...queryOf(paymentReconciliation.days, { query: { page, size: pageSize } as never }),
    placeholderData: keepPreviousData,
  });
  if (days.isError) return <FailureState compact failure={days.error} onRetry={() => void days.refetch()} />;
  if (!days.data) return <SkeletonRows rows={3} />;
  if (days.data.total === 0) return <EmptyState title="还没有账单" hint="取渠道账单后在此查看。" />;
  return (
    <>
      <WideTable label="往日对账" columns={columns} isBusy={days.isPlaceholderData}>
        {days.data.rows.map((day) => (
          <tr key={day.day}>
            <th scope="row">
              <Button type="link" onClick={() => onOpen(day.day)}>
                {day.day}
              </Button>
            </th>
            <td className={cells.number}>{formatYuan(day.ours)}</td>
            <td className={cells.number}>{formatYuan(day.theirs)}</td>
            <td className={cells.number}>{day.agreeing}</td>
            <td className={cells.number}>{day.open + day.held}</td>
            <td>
              <StatusTag
                tone={day.closedAt === null ? 'warning' : 'neutral'}
                label={day.closedAt === null ? '未关账' : `${day.closedBy}已关账`}
              />
            </td>
          </tr>
        ))}
      </WideTable>
      {days.data.total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={days.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}
