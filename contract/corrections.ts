import { z } from 'zod';
import { LimitUnit } from '#domain/calendar/clock-ledger.ts';
import { CorrectionCategory } from '#domain/enumerations/correction.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import { correctionLimits } from '#domain/records/correction-settings.ts';
import { actionReason, lenientText } from './acting.ts';
import { endpoint, withFallback } from './endpoint.ts';
import { recordCommand } from './record-commands.ts';
import { CorrectionEntry, recordFiles } from './record-entries.ts';
import { workOrderCode } from './work-orders.ts';

/** Corrections (补正) of an order: the commands, and the read of the specification (S1 §7). */

const { complete: _, ...problems } = PaperState;
const remark = withFallback(lenientText(500), '');
const category = z.enum(CorrectionCategory, '请选择补正方式');
/** A time limit; the rules report a number of days outside their range. */
export const recordLimit = z.strictObject({
  amount: z.number('请填写天数').int('请填写整数').min(-1).max(100_000),
  unit: z.enum(LimitUnit),
});
const verdicts = z
  .array(z.strictObject({ qualified: z.boolean('请选择是否合格'), reason: withFallback(actionReason, '') }))
  .max(correctionLimits.papers);
/** Ids of the files for each material, in the order of the request. */
export const filesOfPapers = z
  .array(z.array(z.string().max(100)).max(correctionLimits.filesPerPaper * 2))
  .max(correctionLimits.papers);

export const CorrectionCommand = z.discriminatedUnion('command', [
  recordCommand('ask', {
    /** Null while it is open whether the correction is made online or at the window. */
    category: category.nullable(),
    limit: recordLimit,
    papers: z
      .array(
        z.strictObject({
          /** Id of a material of the order's list; null for one that is not in it. */
          id: z.string().max(200).nullable(),
          name: z.string().max(100),
          problem: z.enum(problems, '请选择问题'),
          reason: withFallback(actionReason, ''),
        }),
      )
      .max(correctionLimits.papers * 2),
  }),
  recordCommand('choose', { category }),
  recordCommand('submit', { files: filesOfPapers, remark }),
  recordCommand('receive', {
    receivedAt: z.iso.datetime('请填写收到时间'),
    verdicts,
    acceptsIncomplete: z.boolean().default(false),
    remark,
  }),
  recordCommand('accept', { verdicts, acceptsIncomplete: z.boolean().default(false) }),
  recordCommand('decline', { verdicts }),
  recordCommand('again', { verdicts, limit: recordLimit }),
  recordCommand('remind', {}),
  recordCommand('abandon', { reason: actionReason }),
  recordCommand('cancel', { reason: actionReason }),
]);

export const corrections = {
  list: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/corrects',
    summary: '补正信息',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({
      rows: z.array(CorrectionEntry.extend(recordFiles)),
      /** Settings of the item for a new correction; `endsOn` is the last day of its limit if it is asked now. */
      settings: z.object({
        limit: recordLimit,
        onceOnly: z.boolean(),
        expiryLabel: z.string(),
        endsOn: z.string(),
      }),
    }),
  }),
};
