import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Calls of the payment channel (docs/decisions/0235). */
export const payments = {
  /**
   * Takes a notice of the gateway. Any answer but success means that it was not stored and is to be sent again, except
   * for a notice without a valid signature.
   */
  notice: endpoint({
    method: 'POST',
    path: '/api/payments/notices/:gateway',
    summary: '接收缴费渠道通知',
    params: z.strictObject({ gateway: z.string().max(20) }),
    // Its bytes are read only after the signature was checked; a text that is no notice is stored as refused.
    body: z.looseObject({}),
    hasSignedBody: true,
    maxBodyBytes: 16 * 1024,
    output: z.object({ stored: z.literal(true) }),
    // The gateway has no idempotency key: notices are recognised by their id and event.
    mutates: false,
    refusals: ['notFound', 'noticeNotVerified'],
  }),
};
