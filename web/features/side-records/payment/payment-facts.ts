import type { SideRecordRow } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { formatYuan } from '#domain/payments/money.ts';
import type { PaymentData } from '#domain/records/payment.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of a payment: its number, its amount, when it was paid, and the refunded amount. */
export function paymentFacts({ data }: SideRecordRow): RecordFact[] {
  const { number, total, paidAt, refunded, lines } = data as unknown as PaymentData;
  return [
    ['缴款书号', number],
    ['应缴', `${formatYuan(total)} 元`],
    ['收费项目', lines.map(({ name }) => name).join('、')],
    ...(paidAt ? [['到账时间', minuteText(new Date(paidAt))] as const] : []),
    ...(refunded ? [['已退', `${formatYuan(refunded)} 元`] as const] : []),
  ];
}
