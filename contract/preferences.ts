import { z } from 'zod';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { endpoint, onceOnlyRefusals } from './endpoint.ts';

/** Settings that one person has chosen for all screens, on any machine; `GET /sys/whoim` returns them. */

export const preferences = {
  save: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/preferences',
    summary: '保存个人设置',
    body: z.strictObject({
      theme: z.enum(PortalTheme).optional(),
      /** The tour of the first login was ended, by its last step or before: it does not come by itself again. */
      tourEnded: z.literal(true).optional(),
    }),
    output: z.object({}),
    refusals: onceOnlyRefusals,
  }),
};
