import { Button } from 'antd';
import { Suspense, useState } from 'react';
import {
  type dayLists,
  type PaymentDayRow,
  paymentReconciliation,
} from '#contract/payment-reconciliation.ts';
import { formatYuan } from '#domain/payments/money.ts';
import { comparisonHint, comparisonKindLabel, comparisonStateLabel } from '#domain/payments/reconcile.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ExportDialog, ListPrint } from '#web/toolkit/list/lazy-parts.ts';
import type { ListColumn } from '#web/toolkit/list-model/list-types.ts';

/** Columns of the printed list, and those that an export offers first. */
const columns: readonly ListColumn<PaymentDayRow>[] = [
  { key: 'kind', title: '差异', width: 130, render: ({ kind }) => comparisonKindLabel[kind] },
  { key: 'number', title: '缴款书号', width: 160, render: ({ number, outNo }) => number || outNo },
  { key: 'workorderCode', title: '办件', width: 100, render: ({ workorderCode }) => workorderCode || '—' },
  { key: 'ours', title: '系统（元）', align: 'right', render: ({ ours }) => yuanText(ours) },
  { key: 'theirs', title: '渠道（元）', align: 'right', render: ({ theirs }) => yuanText(theirs) },
  { key: 'hint', title: '看起来是', grows: true, render: ({ kind }) => comparisonHint[kind] },
  { key: 'state', title: '处理', render: ({ state }) => comparisonStateLabel[state] },
  { key: 'note', title: '处理说明', grows: true, render: ({ note }) => note },
  { key: 'handledBy', title: '处理人', render: ({ handledBy }) => handledBy },
];
/** Columns that only a file has. */
const fileColumns = [
  { key: 'type', title: '类型' },
  { key: 'outNo', title: '商户单号' },
  { key: 'transactionId', title: '渠道交易号' },
  { key: 'handledAt', title: '处理时间' },
];

const yuanText = (fen: number | null) => (fen === null ? '—' : formatYuan(fen));

/** Offers one list of a day as a file and on paper. */
export function DayTools(props: {
  day: string;
  list: (typeof dayLists)[number];
  title: string;
  total: number;
}) {
  const { day, list, title, total } = props;
  const [tool, setTool] = useState<'export' | 'print'>();
  const query = { filters: { day, list } };
  const close = () => setTool(undefined);
  return (
    <>
      <Button disabled={total === 0} onClick={() => setTool('export')}>
        导出
      </Button>
      <Button disabled={total === 0} onClick={() => setTool('print')}>
        打印
      </Button>
      <Suspense>
        {tool === 'export' && (
          <ExportDialog
            list="payment-day"
            title={title}
            query={query as never}
            ids={[]}
            columns={[...columns, ...fileColumns].map((column) => ({
              key: column.key,
              title: column.title,
              shown: true,
            }))}
            onClose={close}
          />
        )}
        {tool === 'print' && (
          <ListPrint<PaymentDayRow>
            list="payment-day"
            title={title}
            source={({ page, size }) =>
              queryOf(paymentReconciliation.rows, { query: { day, list, page, size } as never })
            }
            query={query as never}
            total={total}
            rowKey={({ id }) => id}
            columns={columns}
            chosen={[]}
            signerRoles={['对账人', '复核人']}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
