import { z } from 'zod';
import { SupplementTerm } from '#domain/enumerations/supplement.ts';
import { rareLimits } from '#domain/records/rare-settings.ts';
import { actionReason, lenientText } from '../acting.ts';
import { endpoint, withFallback } from '../endpoint.ts';
import { workOrderCode } from '../work-orders.ts';
import { filesOfPapers, recordLimit } from './correction.ts';
import { RareEntry } from './entries.ts';
import { recordCommand } from './record-commands.ts';

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

export const rareSupplements = {
  list: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/rares',
    summary: '容缺补充信息',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({ rows: z.array(RareEntry) }),
  }),
};
