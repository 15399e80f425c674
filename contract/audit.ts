import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';

/** The audit trail, for the audit administrator. */

export const AuditEntry = z.object({
  chain: z.string(),
  seq: z.number().int(),
  at: z.string(),
  staffId: z.string().nullable(),
  staffName: z.string(),
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  detail: z.unknown(),
  requestId: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    summary: '审计记录',
    query: z.strictObject({
      ...pageQuery,
      staffId: z.string().max(64).optional(),
      objectKind: z.string().max(64).optional(),
      objectId: z.string().max(64).optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
    }),
    output: pageOf(AuditEntry),
  }),
};
