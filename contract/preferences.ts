import { z } from 'zod';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';

/** Settings that a person chose for all screens, on any device; `GET /sys/whoim` returns them. */

export const preferences = {
  save: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/preferences',
    summary: '保存个人设置',
    body: z.strictObject({
      theme: z.enum(PortalTheme).optional(),
      /** The tour of the first login was finished or skipped: it is not shown again automatically. */
      tourEnded: z.literal(true).optional(),
    }),
    output: z.object({}),
    refusals: idempotencyRefusals,
  }),
};
