import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type dayLists,
  type PaymentDay,
  type PaymentDayRow,
  paymentReconciliation,
} from '#contract/payment-reconciliation.ts';
import { TransactionType } from '#domain/enumerations/payment.ts';
import { formatYuan, signedYuan } from '#domain/payments/money.ts';
import {
  ComparisonKind,
  ComparisonState,
  comparisonHint,
  comparisonKindLabel,
  comparisonStateLabel,
} from '#domain/payments/reconcile.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { DifferenceDialog } from './DifferenceDialog.tsx';
import styles from './payments.module.css';

const pageSize = 50;

const tones: Record<ComparisonState, StatusTone> = {
  agreed: 'success',
  open: 'warning',
  held: 'returned',
  settled: 'neutral',
};

const columns = [
  '差异',
  '缴款书号',
  '办件',
  { title: '系统（元）', kind: 'number' },
  { title: '渠道（元）', kind: 'number' },
  { title: '相差', kind: 'number' },
  '看起来是',
  '处理',
  { title: '操作', kind: 'actions' },
] as const;

const empty: Record<(typeof dayLists)[number], string> = {
  differences: '没有差异',
  agreeing: '没有一致的交易',
  refunds: '没有退款',
};

/** Shows one list of a day; its differences can be held, settled and checked with the channel. */
export function DayRows({ day, list }: { day: PaymentDay; list: (typeof dayLists)[number] }) {
  const [page, setPage] = useState(1);
  const [handled, setHandled] = useState<{ kind: 'hold' | 'settle'; row: PaymentDayRow }>();
  const query = { day: day.day, list, page, size: pageSize };
  const rows = useQuery({
    ...queryOf(paymentReconciliation.rows, { query: query as never }),
    placeholderData: keepPreviousData,
  });
  const recheck = useReportedMutation(paymentReconciliation.recheck);
  if (rows.isError) return <FailureState compact failure={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <SkeletonRows rows={3} />;
  if (rows.data.total === 0)
    return <EmptyState title={day.fetchedAt === null ? '还没有账单' : empty[list]} hint="" />;
  const sums = sumsOf(rows.data.rows);
  return (
    <>
      <WideTable label="对账明细" columns={columns} isBusy={rows.isPlaceholderData}>
        {rows.data.rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {comparisonKindLabel[row.kind]}
              {row.type === TransactionType.refund && '（退款）'}
            </th>
            <td>{row.number || row.outNo}</td>
            <td>
              {row.workorderCode ? <Link to={detailUrl(row.workorderCode)}>{row.workorderCode}</Link> : '—'}
            </td>
            <td className={cells.number}>{row.ours === null ? '—' : formatYuan(row.ours)}</td>
            <td className={cells.number}>{row.theirs === null ? '—' : formatYuan(row.theirs)}</td>
            <td className={cells.number}>{signedYuan(differenceOf(row))}</td>
            <td>{row.note || comparisonHint[row.kind]}</td>
            <td>
              <StatusTag
                tone={tones[row.state]}
                label={
                  row.state === ComparisonState.held && row.heldUntil
                    ? `挂起到 ${row.heldUntil.slice(5)}`
                    : comparisonStateLabel[row.state]
                }
              />
            </td>
            <td className={cells.actions}>
              {day.closedAt === null && isUnsettled(row) && (
                <>
                  {row.kind !== ComparisonKind.unknownHere && (
                    <Button
                      type="link"
                      loading={recheck.running}
                      onClick={() => void recheck.mutation({ params: { id: row.id } }, '已向渠道核实')}
                    >
                      核实
                    </Button>
                  )}
                  <Button type="link" onClick={() => setHandled({ kind: 'hold', row })}>
                    挂起
                  </Button>
                  <Button type="link" onClick={() => setHandled({ kind: 'settle', row })}>
                    了结
                  </Button>
                </>
              )}
            </td>
          </tr>
        ))}
        {rows.data.total <= pageSize && list === 'differences' && (
          <tr className={styles.sum}>
            <th scope="row">合计</th>
            <td />
            <td />
            <td className={cells.number}>{formatYuan(sums.ours)}</td>
            <td className={cells.number}>{formatYuan(sums.theirs)}</td>
            <td className={cells.number}>{signedYuan(sums.theirs - sums.ours)}</td>
            <td>与上面的相差一致</td>
            <td />
            <td />
          </tr>
        )}
      </WideTable>
      {rows.data.total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={rows.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {handled && (
        <DifferenceDialog
          key={handled.row.id}
          kind={handled.kind}
          row={handled.row}
          onClose={() => setHandled(undefined)}
        />
      )}
    </>
  );
}

function isUnsettled({ state }: PaymentDayRow): boolean {
  return state === ComparisonState.open || state === ComparisonState.held;
}

/** Amounts of a row in fen; a refund counts as negative. */
function amountsOf({ type, ours, theirs }: PaymentDayRow) {
  const sign = type === TransactionType.refund ? -1 : 1;
  return { ours: sign * (ours ?? 0), theirs: sign * (theirs ?? 0) };
}

function differenceOf(row: PaymentDayRow): number {
  const { ours, theirs } = amountsOf(row);
  return theirs - ours;
}

function sumsOf(rows: readonly PaymentDayRow[]) {
  return rows
    .map(amountsOf)
    .reduce((sum, one) => ({ ours: sum.ours + one.ours, theirs: sum.theirs + one.theirs }), {
      ours: 0,
      theirs: 0,
    });
}
