import { type PaymentDayRow, paymentReconciliation } from '#contract/payment-reconciliation.ts';
import { Permission } from '#domain/access/actor.ts';
import { TransactionType, transactionTypeLabel } from '#domain/enumerations/payment.ts';
import { formatYuan } from '#domain/payments/money.ts';
import {
  ComparisonState,
  comparisonHint,
  comparisonKindLabel,
  comparisonStateLabel,
} from '#domain/payments/reconcile.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { type ExportableList, exportableList } from '#server/framework/lists/exportable-list.ts';
import { permission } from '#server/framework/routing/access.ts';
import { readByPages } from '#server/kernel/database/read-cursor.ts';
import * as queries from './reconcile.queries.ts';
import { presentDayRow } from './reconcile.ts';

const column = (key: string, title: string, width: number, cell: (row: PaymentDayRow) => string) => ({
  ...{ key, title, width, cell },
  kind: 'text' as const,
});

/** Returns an amount in yuan, a refund with a minus; empty if that side does not have it. */
function yuanOf({ type }: PaymentDayRow, fen: number | null): string {
  if (fen === null) return '';
  return `${type === TransactionType.refund && fen !== 0 ? '-' : ''}${formatYuan(fen)}`;
}

const dayListLabel = { differences: '差异', agreeing: '一致', refunds: '退款' };

/** The lists of one day of 收费对账 as files. */
export const exportablePaymentDay: ExportableList = exportableList({
  name: 'payment-day',
  title: '收费对账',
  endpoint: paymentReconciliation.rows,
  access: permission(Permission.reconcilePayments),
  mayTruncate: true,
  columns: [
    column('kind', '差异', 150, ({ kind }) => comparisonKindLabel[kind]),
    column('type', '类型', 70, ({ type }) => transactionTypeLabel[type]),
    column('number', '缴款书号', 170, ({ number }) => number),
    column('outNo', '商户单号', 200, ({ outNo }) => outNo),
    column('transactionId', '渠道交易号', 220, ({ transactionId }) => transactionId),
    column('workorderCode', '办件', 110, ({ workorderCode }) => workorderCode),
    column('ours', '系统（元）', 110, (row) => yuanOf(row, row.ours)),
    column('theirs', '渠道（元）', 110, (row) => yuanOf(row, row.theirs)),
    column('hint', '看起来是', 280, ({ kind }) => comparisonHint[kind]),
    column('state', '处理', 120, ({ state, heldUntil }) =>
      state === ComparisonState.held && heldUntil ? `挂起到 ${heldUntil}` : comparisonStateLabel[state],
    ),
    column('note', '处理说明', 240, ({ note }) => note),
    column('handledBy', '处理人', 90, ({ handledBy }) => handledBy),
    {
      key: 'handledAt',
      title: '处理时间',
      width: 140,
      kind: 'instant',
      cell: ({ handledAt }: PaymentDayRow) => (handledAt === null ? null : new Date(handledAt)),
    },
  ],
  filters: [
    { name: 'day', label: '对账日期' },
    { name: 'list', label: '分类', valueLabels: dayListLabel },
  ],
  permanentFilters: ['day'],
  rowKey: ({ id }: PaymentDayRow) => id,
  async request({ db, payments: gateway }, _actor, { day, list, order = 'asc' }) {
    if (!gateway) return refuse('forbidden', { message: '没有接入缴费渠道' });
    const key = { gateway: gateway.name, day };
    return {
      count: () => queries.countRows(db, key, list),
      rows: (snapshot, maxRows) =>
        readByPages(
          snapshot,
          async (via, { limit, offset }) =>
            (await queries.pageOfRows(via, key, list, { limit, offset, order })).map(presentDayRow),
          maxRows,
        ),
    };
  },
});
