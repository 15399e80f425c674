import { z } from 'zod';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import { situationLimits } from '#domain/items/situations.ts';
import { materialCheckLimits } from '#domain/materials/material-check.ts';
import { actionReason } from './acting.ts';
import { endpoint, idempotencyRefusals, withFallback } from './endpoint.ts';
import { numberChoice } from './list-filters.ts';
import { AttachedFile } from './panels.ts';
import { seenVersion } from './seen-state.ts';
import { traceId, workOrderCode } from './work-orders.ts';

/** Check of the materials of an order at its reception (S1 §3, §7 "Material check update"). */

const instant = z.iso.datetime();
const byCode = z.strictObject({ workorderCode: workOrderCode });

/** A number of received materials, as number or text; empty for none. */
const receivedNumber = z
  .union(
    [
      z.number().min(0, '请填写整数').max(999, `份数最多 ${situationLimits.copies}`),
      z
        .string()
        .trim()
        .regex(/^\d{0,3}$/, '请填写整数')
        .transform(Number),
    ],
    '请填写整数',
  )
  .pipe(z.int('请填写整数'))
  .default(0);

const CheckedMaterial = z.strictObject({
  id: z.string().min(1).max(200),
  checkState: numberChoice(Object.values(PaperState)),
  actualOriginalNumber: receivedNumber,
  actualCopyNumber: receivedNumber,
  /** Explanation of the problem. */
  reason: withFallback(actionReason, ''),
  /** Ids of files of the order that belong to the material. */
  fileIds: z.array(z.string().max(100)).max(materialCheckLimits.filesPerPaper).default([]),
});

/** A material that the order needs in its situation, with the result of its last check. */
export const MaterialRow = z.object({
  id: z.string(),
  name: z.string(),
  form: z.enum(PaperForm),
  /** Required number. */
  copies: z.number().int(),
  required: z.boolean(),
  note: z.string(),
  /** True if it may be supplied later (容缺). */
  rare: z.boolean(),
  /** Null while it is unchecked. */
  checkState: z.enum(PaperState).nullable(),
  actualOriginalNumber: z.number().int(),
  actualCopyNumber: z.number().int(),
  reason: z.string(),
  files: z.array(AttachedFile),
});
export type MaterialRow = z.output<typeof MaterialRow>;

/** One saved check, with the state of each material at that time. */
export const MaterialCheckEntry = z.object({
  number: z.number().int(),
  checkedAt: instant,
  staffName: z.string(),
  nodeName: z.string(),
  /** Names of the materials with a problem, each with its state. */
  problems: z.array(z.object({ name: z.string(), stateLabel: z.string(), reason: z.string() })),
});

export const materialCheck = {
  read: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/materials',
    summary: '材料核对',
    params: byCode,
    output: z.object({
      rows: z.array(MaterialRow),
      /** Number of the last check; 0 before the first. */
      version: z.number().int(),
      /** The task at which this person may check the materials now; null if there is none. */
      traceId: traceId.nullable(),
      /** Result in one line; empty before the first check. */
      summary: z.string(),
      /** Saved checks, newest first. */
      history: z.array(MaterialCheckEntry),
      /** Files of the order from which those of a material are chosen. */
      files: z.array(AttachedFile),
    }),
  }),
  save: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorders/:workorderCode/materials',
    summary: '保存材料核对',
    params: byCode,
    body: z.strictObject({
      /** Without it: the caller's only open task of the order. */
      traceId: traceId.optional(),
      conditionMaterialList: z.array(CheckedMaterial).min(1, '请核对材料').max(materialCheckLimits.papers),
      /** Number of the last check as the sender saw it; without it nothing is compared. */
      version: seenVersion.optional(),
    }),
    output: z.object({ version: z.number().int(), summary: z.string() }),
    refusals: [
      'actionNotAllowed',
      'notYourTask',
      'taskAlreadyHandled',
      'dataChanged',
      ...idempotencyRefusals,
    ],
  }),
};
