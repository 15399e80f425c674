import { z } from 'zod';
import { SupplementTerm } from '#domain/enumerations/supplement.ts';
import { rareLimits } from '#domain/records/rare-settings.ts';
import { actionReason, actionRefusals, HandleResult, lenientText } from './acting.ts';
import { filesOfPapers, recordLimit } from './corrections.ts';
import { endpoint, withFallback } from './endpoint.ts';
import { opinionFiles } from './handle-input.ts';
import { recordCommand } from './record-commands.ts';
import { RareEntry, recordFiles } from './record-entries.ts';
import { workOrderCode } from './work-orders.ts';

/** Rare supplements (容缺) of an order: the commands, and the read of the specification (S1 §7). */

const remark = withFallback(lenientText(500), '');

export const RareCommand = z.discriminatedUnion('command', [
  recordCommand('ask', {
    term: z.enum(SupplementTerm, '请选择补充时限').default(SupplementTerm.beforeCompletion),
    paperIds: z.array(z.string().max(200)).max(rareLimits.papers * 2),
    limit: recordLimit,
    /** Days before the end at which the applicant is reminded. */
    reminders: z.array(z.number().int().min(0).max(rareLimits.days)).max(20),
    promised: z.boolean(),
  }),
  recordCommand('submit', { files: filesOfPapers, remark }),
  recordCommand('receive', { remark }),
  recordCommand('accept', {}),
  recordCommand('reject', { reason: actionReason }),
  recordCommand('end', { reason: actionReason }),
]);

/** A material of the supplement post: an object with its id, or the id alone. */
const materialEntity = z
  .union([z.string().max(200), z.looseObject({ id: z.string().max(200) })])
  .transform((material) => (typeof material === 'string' ? material : material.id));

export const rareSupplements = {
  /** The supplement post (S1 §7), an older spelling of the request for a rare supplement. */
  post: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorders/rares',
    summary: '容缺补充',
    body: z.strictObject({
      caseCode: workOrderCode,
      rareMaterialEntity: z.strictObject({
        supplyTerm: z.enum(SupplementTerm, '请选择补充时限').default(SupplementTerm.beforeCompletion),
        /** Documented (S1 §3), and ignored: a new supplement is pending. */
        rareState: z.unknown().optional(),
        materialEntities: z.array(materialEntity).max(rareLimits.papers * 2),
        /** Working days; without it those of the item. */
        timeLimit: z.coerce.number().int().min(0).max(100_000).optional(),
        /** True if the applicant has promised in writing to supply the materials. */
        promised: z.boolean().default(false),
        /** Files of the signed promise. */
        fileList: opinionFiles,
      }),
    }),
    output: HandleResult,
    refusals: [...actionRefusals, 'notServed'],
  }),
  list: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/rares',
    summary: '容缺补充信息',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({
      rows: z.array(RareEntry.extend(recordFiles)),
      /** Settings of the item for a new rare supplement. */
      settings: z.object({
        limit: recordLimit,
        maxPapers: z.number().int(),
        expiryLabel: z.string(),
        promise: z.object({ text: z.string(), signed: z.boolean() }),
      }),
    }),
  }),
};
