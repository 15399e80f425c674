import type { DocumentedTrace } from '#contract/traces.ts';
import { PaymentNoticeStatus } from '#domain/enumerations/payment.ts';
import { plainYuan } from '#domain/payments/money.ts';
import type { PaymentData, PaymentState } from '#domain/records/payment.ts';
import { RecordKind, type SideRecord } from '#domain/records/side-record.ts';

/** Returns the payments that were ordered at the task of a trace row, under the names of the specification (S1 §3). */
export function paymentsOfTrace(
  workorderId: string,
  records: readonly SideRecord[] | undefined,
  traceId: string,
): DocumentedTrace['pays'] {
  return (records ?? [])
    .filter(({ kind, taskId }) => kind === RecordKind.payment && `${workorderId}.${taskId}` === traceId)
    .map(({ openedAt, state, data }) => {
      const { number, total } = data as PaymentData;
      return {
        startTime: openedAt,
        paynoteNo: number,
        costTotal: plainYuan(total),
        status: PaymentNoticeStatus[state as PaymentState],
      };
    });
}
