import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { type ExplainedLimit, type LimitExplanation, orderLimits } from '#contract/order-limits.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { LimitLedger } from './LimitLedger.tsx';
import styles from './limit.module.css';

const wholeOrder = 'order';

/** Days in a text, which are not broken at their hyphens. */
const dayPattern = /(\d{4}-\d{2}-\d{2})/;

/** Explains 时限说明: why the limit of an order, or of one of its tasks, ends on its day. */
export function LimitDialog(props: { code: string; traceId: string | undefined; onClose: () => void }) {
  const { code, onClose } = props;
  const [shown, setShown] = useState(props.traceId ?? wholeOrder);
  const traceId = shown === wholeOrder ? undefined : shown;
  const explanation = useQuery({
    ...queryOf(orderLimits.explain, { params: { workorderCode: code }, query: { traceId } }),
    staleTime: 0,
  });
  return (
    <AppModal
      open
      title={`时限说明 ${code}`}
      width={1056}
      onCancel={onClose}
      footer={
        <div className={styles.footer}>
          <span>按当前的工作日历计算，期满日 24:00 到期</span>
          <Button type="primary" onClick={onClose}>
            关闭
          </Button>
        </div>
      }
    >
      {explanation.isPending && <SkeletonRows rows={6} />}
      {explanation.isError && (
        <FailureState compact failure={explanation.error} onRetry={() => void explanation.refetch()} />
      )}
      {explanation.data && (
        <>
          <LimitChoice
            explanation={explanation.data}
            traceId={props.traceId}
            shown={shown}
            onShow={setShown}
          />
          {explanation.data.limit ? (
            <Explained limit={explanation.data.limit} key={shown} />
          ) : (
            <EmptyState compact title="没有时限" hint="流程没有为它设置时限。" />
          )}
        </>
      )}
    </AppModal>
  );
}

/** Chooses between the whole order and its open tasks. */
function LimitChoice(props: {
  explanation: LimitExplanation;
  traceId: string | undefined;
  shown: string;
  onShow: (shown: string) => void;
}) {
  const { explanation, traceId, shown, onShow } = props;
  const isListed = explanation.tasks.some((task) => task.traceId === traceId);
  const asked = traceId === undefined || isListed ? [] : [{ value: traceId, label: '该环节' }];
  const options = [
    ...explanation.tasks.map((task) => ({ value: task.traceId, label: task.nodeName })),
    ...asked,
    { value: wholeOrder, label: '全程' },
  ];
  if (options.length === 1) return null;
  return (
    <div className={styles.choice}>
      <Segmented aria-label="哪一个时限" options={options} value={shown} onChange={onShow} />
    </div>
  );
}

function Explained({ limit }: { limit: ExplainedLimit }) {
  return (
    <>
      <p className={styles.summary}>
        {limit.summary.split(dayPattern).map((part, index) =>
          // The separators are every second part.
          index % 2 === 1 ? <b key={part}>{part}</b> : part,
        )}
        {limit.provisional && <span className={styles.provisional}>暂定</span>}
      </p>
      <LimitLedger limit={limit} />
      <WideTable
        label="时限明细"
        limitsHeight
        columns={[
          '哪一段',
          '为什么',
          { title: '计几天', kind: 'number' },
          { title: `累计 / ${limit.totalDays}`, kind: 'number' },
        ]}
      >
        {rowsOf(limit).map((row) => (
          <tr key={row.key} className={row.isAhead ? styles.aheadRow : undefined}>
            <th scope="row">{row.span}</th>
            <td>{row.reason}</td>
            <td className={cells.number}>{row.counted}</td>
            <td className={cells.number}>{row.total}</td>
          </tr>
        ))}
      </WideTable>
    </>
  );
}

interface LedgerRow {
  key: string;
  span: string;
  reason: string;
  counted: number | string;
  total: number | string;
  isAhead?: boolean;
}

/** Returns the ledger as rows: the start, the extensions, the segments, and the days that are not listed. */
function rowsOf({
  startedAt,
  limitText,
  extensions,
  segments,
  rest,
  totalDays,
}: ExplainedLimit): LedgerRow[] {
  return [
    {
      key: 'start',
      span: minuteText(new Date(startedAt)),
      reason: `开始计时，当天不计；时限 ${limitText}`,
      counted: 0,
      total: 0,
    },
    ...extensions.map(({ at, text, reason }) => ({
      key: `more ${at}`,
      span: minuteText(new Date(at)),
      reason: `${reason}，${text}`,
      counted: '',
      total: '',
    })),
    ...segments.map(({ from, until, days, kind, reason, isPast, total }) => ({
      key: `${from} ${kind}`,
      span: spanText(from, until),
      reason: kind === 'counted' && !isPast ? `${reason}，还没到` : reason,
      counted: kind === 'counted' ? days : 0,
      total,
      isAhead: !isPast,
    })),
    ...(rest === null
      ? []
      : [
          {
            key: 'rest',
            span: spanText(rest.from, rest.until),
            reason: `其中 ${rest.skipped} 天不计，不再逐段列出`,
            counted: rest.counted,
            total: totalDays,
            isAhead: true,
          },
        ]),
  ];
}

function spanText(from: string, until: string): string {
  return from === until ? from : `${from} 至 ${until}`;
}
