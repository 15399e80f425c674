import { z } from 'zod';
import { normalMailNumber } from '#domain/express/limits.ts';
import { expressTextLimits } from '#domain/records/express.ts';
import { actionReason, lenientText } from './acting.ts';
import { recordCommand, recordEndpoint, recordNumber } from './record-commands.ts';

/** Fields of a new express item; the server reports their problems, all at once (S1 §3: mailNum, send_type). */
const newItem = {
  carrier: lenientText(expressTextLimits.carrier),
  /** Empty to order a pickup from the carrier. */
  mailNum: z.string().max(60, '运单号过长').default('').transform(normalMailNumber),
  contents: lenientText(expressTextLimits.contents),
  /** The applicant's side; null for name, mobile number and address of the order's applicant. */
  party: z
    .strictObject({
      name: lenientText(expressTextLimits.name),
      phone: z.string().max(60, '电话过长'),
      address: lenientText(expressTextLimits.address),
    })
    .nullable()
    .default(null),
  /** The record 出证 whose certificates the item carries. */
  outputId: recordNumber.nullable().default(null),
};

/** Commands on express items of an order (docs/decisions/0236). */
export const expressRecords = {
  command: recordEndpoint(
    'express',
    '快递寄送',
    z.discriminatedUnion('command', [
      recordCommand('send', newItem),
      recordCommand('expect', newItem),
      recordCommand('receive', { at: z.iso.datetime('请选择签收时间'), reason: actionReason }),
      recordCommand('cancel', { reason: actionReason }),
    ]),
  ),
};
