import { z } from 'zod';
import { SignedBy } from '#domain/express/carriers.ts';
import { isMailNumber, normalMailNumber, trackingLimits } from '#domain/express/limits.ts';
import { SendType } from '#domain/express/send-type.ts';
import { endpoint } from './endpoint.ts';

/** Express items of orders: order and tracking by `mailNum` (S1 §7), and the messages of the carrier. */

const mailNumMessage = '运单号应为 6 至 40 位字母或数字';

const mailNum = z
  .string()
  .min(6, mailNumMessage)
  .max(60, mailNumMessage)
  .transform(normalMailNumber)
  .refine(isMailNumber, mailNumMessage);

const Party = z.object({ name: z.string(), phone: z.string(), address: z.string() });

export const ExpressTrack = z.object({
  /** Code of the specification; `carrierCode` is that of the carrier, in its own list. */
  status: z.string(),
  statusLabel: z.string(),
  carrierCode: z.string(),
  at: z.iso.datetime(),
  place: z.string(),
  description: z.string(),
  isReturn: z.boolean(),
  signedBy: z.enum(SignedBy).nullable(),
});
export type ExpressTrack = z.output<typeof ExpressTrack>;

export const ExpressItem = z.object({
  mailNum: z.string(),
  send_type: z.enum(SendType),
  status: z.string(),
  statusLabel: z.string(),
  carrier: z.string(),
  contents: z.string(),
  workorderId: z.string(),
  workorderCode: z.string(),
  /** Masked. */
  sender: Party,
  receiver: Party,
  orderedAt: z.iso.datetime(),
  /** Time of the delivery to the addressee: the date of service (送达). */
  deliveredAt: z.iso.datetime().nullable(),
  failedDeliveries: z.int(),
  isReturned: z.boolean(),
  isEnded: z.boolean(),
  /** Why the carrier's last answer is missing; empty if it came. */
  fault: z.string(),
  askedAt: z.iso.datetime().nullable(),
  nextAskAt: z.iso.datetime().nullable(),
  /** True if the items of this office are those of the simulator. */
  simulated: z.boolean(),
  /** Whether the reader may print the waybill, which shows the data unmasked. */
  can: z.object({ waybill: z.boolean() }),
  /** Newest first. */
  tracks: z.array(ExpressTrack),
});
export type ExpressItem = z.output<typeof ExpressItem>;

const params = z.strictObject({ mailNum });

export const express = {
  item: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/express/:mailNum',
    summary: '快递单和物流轨迹',
    params,
    output: ExpressItem,
    refusals: ['forbidden', 'notFound'],
  }),
  /** Asks the carrier now, unless it was asked within the last half minute. */
  refresh: endpoint({
    method: 'POST',
    path: '/express/:mailNum/refresh',
    summary: '刷新物流轨迹',
    params,
    output: ExpressItem,
    mutates: false,
    refusals: ['forbidden', 'notFound', 'tooManyRequests'],
  }),
  /** Returns the waybill as a PDF in base64: name, telephone and address of both sides, unmasked. The order's audit log records it. */
  waybill: endpoint({
    method: 'POST',
    changes: [],
    path: '/express/:mailNum/waybill',
    summary: '打印快递面单',
    params,
    output: z.object({ pdf: z.string(), pages: z.int() }),
    refusals: ['forbidden', 'notFound', 'documentNotMade', 'tooManyRequests'],
  }),
};

export const expressPush = {
  /** Takes events from the carrier, which signs the body; answers in the carrier's form (docs/decisions/0236). */
  push: endpoint({
    method: 'POST',
    path: '/api/express/pushes',
    summary: '接收快递推送',
    body: z.looseObject({
      listexpressmail: z.array(z.looseObject({})).min(1).max(trackingLimits.pushedRows),
    }),
    output: z.null(),
    answer: 'raw',
    hasSignedBody: true,
    maxBodyBytes: 256 * 1024,
    mutates: false,
    refusals: ['tooManyRequests'],
  }),
};
