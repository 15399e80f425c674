import { z } from 'zod';
import { AppraisalOutcome } from '#domain/archive/appraisal.ts';
import { RetentionPeriod } from '#domain/archive/archive-record.ts';
import { archiveLimits, DestructionState } from '#domain/archive/archive-state.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, requiredText, withFallback } from './endpoint.ts';

/** Appraisal (鉴定) of records past their retention period, and their destruction (docs/decisions/0162). */

const instant = z.iso.datetime();
const byId = z.strictObject({ id: z.uuid('销毁清册标识不正确').toLowerCase() });
const requiredReason = (missing: string) =>
  requiredText(missing).max(archiveLimits.purposeLength, tooLongText(archiveLimits.purposeLength));
const note = withFallback(z.string().trim().max(archiveLimits.purposeLength), '');
const ids = z.array(z.uuid().toLowerCase()).min(1, '请选择档案').max(archiveLimits.maxEntriesPerAppraisal);

/** A list of records to destroy: 销毁清册. */
export const ArchiveDestruction = z.object({
  id: z.string(),
  number: z.string(),
  orgName: z.string(),
  note: z.string(),
  state: z.enum(DestructionState),
  entries: z.number().int(),
  /** Size in bytes. */
  size: z.number().int(),
  madeAt: instant,
  madeBy: z.string(),
  decidedAt: instant.nullable(),
  decidedBy: z.string(),
  opinion: z.string(),
  doneAt: instant.nullable(),
  /**
   * True if the list waits for approval and the caller may give it: other people appraised and listed all of
   * it.
   */
  canApprove: z.boolean(),
});
export type ArchiveDestruction = z.output<typeof ArchiveDestruction>;

/** One entry of the list, with its values at the time when the list was made. */
export const DestructionItem = z.object({
  id: z.string(),
  /** Number of the list (销毁清册). */
  register: z.string(),
  state: z.enum(DestructionState),
  /** Position in the list, from 1. */
  place: z.number().int(),
  number: z.string(),
  code: z.string(),
  title: z.string(),
  itemName: z.string(),
  orgName: z.string(),
  year: z.number().int(),
  period: z.enum(RetentionPeriod),
  /** The period by which the retention was extended. */
  prolonged: z.enum(RetentionPeriod).nullable(),
  concludedOn: z.string(),
  keptUntil: z.string(),
  versions: z.number().int(),
  files: z.number().int(),
  size: z.number().int(),
  sha256: z.string(),
  reason: z.string(),
  appraisedBy: z.string(),
  /** Number of the hand-over that contains it; empty if there is none. */
  handedOver: z.string(),
  madeBy: z.string(),
  decidedBy: z.string(),
  doneAt: instant.nullable(),
});
export type DestructionItem = z.output<typeof DestructionItem>;

export const archiveDestructions = {
  /** Appraises all the given entries, or none of them. */
  appraise: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/appraisals',
    summary: '档案鉴定',
    body: z.strictObject({
      ids,
      outcome: z.enum(AppraisalOutcome),
      /** Additional retention from now, for records that are kept. */
      period: z.enum(RetentionPeriod).optional(),
      reason: requiredReason('请填写鉴定理由'),
      /** Also appraises entries whose package was handed over. */
      evenHandedOver: withFallback(z.boolean(), false),
    }),
    output: z.object({ appraised: z.number().int() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  page: endpoint({
    method: 'GET',
    reads: ['archive'],
    path: '/api/archive/destructions',
    summary: '档案销毁清册',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(['madeAt']).optional(),
      /** Part of the number, or of the name of the person who made or decided the list. */
      keyword: z.string().trim().max(100).optional(),
      state: z.enum(DestructionState).optional(),
    }),
    output: pageOf(ArchiveDestruction),
  }),
  items: endpoint({
    method: 'GET',
    reads: ['archive'],
    path: '/api/archive/destruction-items',
    summary: '销毁清册明细',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(['place']).optional(),
      /** Number of one list; without it, all lists are searched. */
      register: z.string().trim().max(40).optional(),
      /** Part of 档号, 流水号 or title. */
      keyword: z.string().trim().max(100).optional(),
    }),
    output: pageOf(DestructionItem),
  }),
  /** Makes a list of the given entries, or of all that are due for destruction and in no list yet. */
  prepare: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/destructions',
    summary: '编制销毁清册',
    body: z.strictObject({ ids: ids.optional(), note }),
    output: ArchiveDestruction,
    refusals: idempotencyRefusals,
  }),
  /** Approves a list; the caller has appraised and listed no entry. Its packages can no longer be opened afterwards. */
  approve: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/destructions/:id/approve',
    summary: '批准销毁',
    params: byId,
    body: z.strictObject({ opinion: requiredReason('请填写审批意见') }),
    output: ArchiveDestruction,
    refusals: ['notFound', 'forbidden', ...idempotencyRefusals],
  }),
  /** Refuses a list; its entries can be listed again, or kept. */
  refuse: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/destructions/:id/refuse',
    summary: '退回销毁清册',
    params: byId,
    body: z.strictObject({ opinion: requiredReason('请填写退回理由') }),
    output: ArchiveDestruction,
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
