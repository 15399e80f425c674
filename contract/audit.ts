import { z } from 'zod';
import { tooLongText } from '#domain/texts/characters.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** The audit log, for the audit administrator. */

export const AuditEntry = z.object({
  chain: z.string(),
  seq: z.number().int(),
  at: z.string(),
  staffId: z.string().nullable(),
  staffName: z.string(),
  /** Current account of that person; empty for actions of the portal itself. */
  staffAccount: z.string(),
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  /** Current name of the object; empty if it has none, was deleted, or its name would reveal a matter. */
  objectName: z.string(),
  detail: z.unknown(),
  /** Current names of the objects that the details name by code, as `kind code`. */
  names: z.record(z.string(), z.string()),
  requestId: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const filters = {
  staffId: z.string().max(64).optional(),
  /** Part of the actor's name, or the whole account. */
  staffName: z.string().trim().max(64).optional(),
  /** The outcome of the action. */
  outcome: z.enum(['succeeded', 'refused']).optional(),
  /** The full action, or its first word for a whole category: `session`, `file`, `security`. */
  action: z.string().max(64).optional(),
  objectKind: z.string().max(64).optional(),
  objectId: z.string().trim().max(64).optional(),
  /** Part of a name, or the beginning of an order's number. */
  objectName: z.string().trim().max(64).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  startDate: filterDay.optional(),
  endDate: filterDay.optional(),
};

export const AuditVerification = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'whole', 'broken', 'failed']),
  askedByName: z.string(),
  askedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Progress of the check, out of the records that existed when it began. */
  links: z.number().int(),
  linksInAll: z.number().int(),
  orders: z.number().int(),
  files: z.number().int(),
  anchors: z.number().int(),
  /** Records that differ from the portal's own; `findingsInAll` also counts those that are not listed. */
  findings: z.array(
    z.object({
      text: z.string(),
      /** Id by which the problem is acknowledged; empty for checks made before acknowledging existed. */
      /** Id of the finding. */
      mark: z.string(),
      acknowledged: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
    }),
  ),
  findingsInAll: z.number().int(),
  acknowledgedInAll: z.number().int(),
  /** True if the bytes of files were read too. */
  withFiles: z.boolean(),
  lastAnchorHash: z.string(),
});
export type AuditVerification = z.output<typeof AuditVerification>;

export const audit = {
  list: endpoint({
    method: 'GET',
    reads: ['audit'],
    path: '/api/audit',
    summary: '审计记录',
    query: z.strictObject({ ...pageQuery, ...filters }),
    output: pageOf(AuditEntry),
  }),
  export: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/audit/export',
    summary: '导出审计记录',
    body: z.strictObject(filters),
    filtersInBody: true,
    output: z.object({ fileName: z.string(), rows: z.number().int(), content: z.string() }),
    refusals: ['forbidden'],
  }),
  verifications: endpoint({
    method: 'GET',
    reads: ['audit'],
    path: '/api/audit/verifications',
    summary: '审计核对结果',
    output: z.object({ rows: z.array(AuditVerification) }),
  }),
  verify: endpoint({
    method: 'POST',
    changes: ['installation'],
    path: '/api/audit/verifications',
    summary: '核对审计记录',
    output: z.object({ id: z.string() }),
    refusals: idempotencyRefusals,
  }),
  acknowledge: endpoint({
    method: 'POST',
    changes: ['installation'],
    path: '/api/audit/findings/:mark/acknowledge',
    summary: '确认审计核对发现的问题',
    params: z.strictObject({ mark: z.string().length(32, '问题标识不正确') }),
    body: z.strictObject({ reason: requiredText('请填写原因').max(500, tooLongText(500, '原因')) }),
    output: z.object({}),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
