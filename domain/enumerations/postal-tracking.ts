import { hasCode } from './code-list.ts';

/** States of a postal item (S1 §4). */
export const PostalTracking = {
  collected: '00',
  delivered: '10',
  undelivered: '20',
  inTransit: '30',
  leaving: '40',
  arriving: '41',
  arranged: '50',
  delivering: '51',
  pickedUp: '60',
  awaitingCourier: '1001',
} as const;
export type PostalTracking = (typeof PostalTracking)[keyof typeof PostalTracking];

export const postalTrackingLabel: Record<PostalTracking, string> = {
  [PostalTracking.collected]: '已收寄',
  [PostalTracking.delivered]: '已妥投',
  [PostalTracking.undelivered]: '未妥投',
  [PostalTracking.inTransit]: '运输中',
  [PostalTracking.leaving]: '离开处理中心',
  [PostalTracking.arriving]: '到达处理中心',
  [PostalTracking.arranged]: '安排投递',
  [PostalTracking.delivering]: '正在投递',
  [PostalTracking.pickedUp]: '已揽收',
  [PostalTracking.awaitingCourier]: '待揽收',
};

export function isPostalTracking(value: unknown): value is PostalTracking {
  return hasCode(PostalTracking, value);
}
