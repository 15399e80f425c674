import type { SideRecordRow } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { postalTrackingLabel } from '#domain/enumerations/postal-tracking.ts';
import { sendTypeLabel } from '#domain/express/send-type.ts';
import type { ExpressData } from '#domain/records/express.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of an express item: direction, carrier, number, contents, and where it is. */
export function expressFacts({ data, state }: SideRecordRow): RecordFact[] {
  const item = data as unknown as ExpressData;
  const { sendType, carrier, mailNum, contents, status, deliveredAt, fault } = item;
  return [
    ['方向', sendTypeLabel[sendType]],
    ['快递公司', carrier],
    ...(mailNum === null ? [] : [['运单号', mailNum] as const]),
    ['内件', contents],
    ...(state === 'moving' ? [['状态', postalTrackingLabel[status]] as const] : []),
    ...(deliveredAt === null ? [] : [['送达时间', minuteText(new Date(deliveredAt))] as const]),
    ...(fault === '' ? [] : [['未接单的原因', fault] as const]),
  ];
}
