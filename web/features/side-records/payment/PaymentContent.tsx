import { useQuery } from '@tanstack/react-query';
import { orderPayments, type PaymentView } from '#contract/payment-records.ts';
import type { SideRecordRow } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { refundReasonLabel, refundTypeLabel } from '#domain/enumerations/payment.ts';
import { refundStateLabel, tryStateLabel } from '#domain/payments/ledger.ts';
import { formatYuan } from '#domain/payments/money.ts';
import { queryOf } from '#web/api/query-of.ts';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import styles from './payment.module.css';

const columns = ['交易', '状态', { title: '金额（元）', kind: 'number' }, '时间', '说明'] as const;

/** Shows the transactions of a payment: each code with which money has arrived, and each refund. */
export function PaymentContent(props: { record: SideRecordRow; order: RecordDialogProps['order'] }) {
  const { record, order } = props;
  const params = { workorderCode: order.code, recordId: String(record.id) };
  const payment = useQuery(queryOf(orderPayments.read, { params }));
  const view = payment.data as PaymentView | undefined;
  const tries = view?.tries.filter(({ state, paid }) => paid > 0 || state === 'open') ?? [];
  const refunds = view?.refunds ?? [];
  if (tries.length + refunds.length === 0) return null;
  return (
    <div className={styles.transactions}>
      <WideTable label="缴费和退款记录" columns={columns}>
        {tries.map((one) => (
          <tr key={one.id}>
            <th scope="row">缴费 {one.outNo}</th>
            <td>{tryStateLabel[one.state]}</td>
            <td className={cells.number}>{formatYuan(one.paid || one.amount)}</td>
            <td>{minuteText(new Date(one.paidAt ?? one.openedAt))}</td>
            <td>
              {one.fault || (one.paid > 0 && !one.counts && one.state === 'paid' ? '多付，自动退回' : '')}
            </td>
          </tr>
        ))}
        {refunds.map((refund) => (
          <tr key={refund.id}>
            <th scope="row">
              {refundTypeLabel[refund.type]} {refund.refundNo}
            </th>
            <td>{refund.isOutside ? '已在渠道外退款' : refundStateLabel[refund.state]}</td>
            <td className={cells.number}>−{formatYuan(refund.amount)}</td>
            <td>{minuteText(new Date(refund.doneAt ?? refund.requestedAt))}</td>
            <td>
              {[refundReasonLabel[refund.reason], refund.note, refund.requestedByName, refund.fault]
                .filter((text) => text !== '')
                .join('，')}
            </td>
          </tr>
        ))}
      </WideTable>
    </div>
  );
}
