import { z } from 'zod';
import { inputText } from '#domain/texts/input-texts.ts';
import { maxOpinionLength } from '#domain/workflow/limits.ts';
import { orStanding } from './endpoint.ts';
import { SubmittedForm } from './submitted-form.ts';
import { traceId, workOrderCode, workOrderId } from './work-orders.ts';

/** The payload of the handler bar (S1 §3 "Handling submission payload"). */

/** Far more than the rule allows, so that the rule can answer with its own words. */
export const opinion = z
  .string()
  .max(10 * maxOpinionLength)
  .default('');

/** Handlers that the caller names for a next node; a pick is a candidate key such as `staff:…` or `role:…`. */
export const NextNodeHandlers = z.strictObject({
  flowNodeId: z.string().max(100),
  candidates: z.array(z.string().max(120)).max(100),
});

/** Every code that S1 §4 lists for the trace or the bar. */
const operationCodes = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '12',
  '13',
  '14',
  '01',
  '02',
  '2006',
] as const;
export type OperationCode = (typeof operationCodes)[number];

/** A number says the same as its text; `01` and `02` are texts only. */
const handlerOperation = z
  .union([z.enum(operationCodes), z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 2006])], {
    error: inputText.notAnOption,
  })
  .transform((code) => String(code) as OperationCode);

/** A documented field that says nothing to us by itself. */
const ignored = z.unknown().optional();
/** A documented block whose capability is refused by name when the block carries something. */
const block = z.unknown().optional();

/** One attachment of a submission; the server reads name, kind and size from its own row. */
const SubmittedFile = z.strictObject({
  category: ignored,
  name: ignored,
  url: z.string().max(500).optional(),
  size: ignored,
  id: z.string().max(100).optional(),
});

export const HandleInput = z.strictObject({
  workorderId: workOrderId,
  workorderTraceId: traceId,
  workorderCode: workOrderCode.or(z.literal('')).nullish(),
  procInsId: workOrderId.or(z.literal('')).nullish(),
  /** S1 §4, as number or text; which of them are served says docs/decisions/0058. */
  handlerOperation,
  buttonId: orStanding(z.string().max(60), ''),
  handlerOpinion: orStanding(opinion, ''),
  workorderForms: orStanding(z.array(SubmittedForm).max(20), []),
  fileList: z.array(SubmittedFile).max(100).nullish(),
  /** Next nodes' handlers (forward; optional on handle). */
  procInsNodeUserReqModel: orStanding(z.array(NextNodeHandlers).max(50), []),
  /** Chosen branch node of the manual gateway; several are joined by a comma. */
  branchProcessingNodeId: orStanding(z.string().max(500), ''),
  /** Nodes to return to, joined by a comma or as a list. */
  backNodeIds: orStanding(
    z.union([z.string().max(500), z.array(z.string().max(100)).max(50).transform(String)], {
      error: inputText.badFormat,
    }),
    '',
  ),
  /** Our addition: `replay` walks the flow again, `direct` comes straight back to the returner. */
  backWay: z.enum(['replay', 'direct']).default('replay'),
  countersignList: block,
  countersignHandlerResult: block,
  handlerLimitUnit: ignored,
  handlerLimitTime: ignored,
  countersignWay: ignored,
  countersignHandlerType: ignored,
  countersignFlowCondition: ignored,
  countersignPromoterName: ignored,
  countersignPromoterId: ignored,
  traceAssignId: ignored,
  workorderRemindInputVo: block,
  revokeCheckedVo: ignored,
  isWindowSpecific: ignored,
  workorderSendMessageVo: block,
  /** The other spelling of a message: candidate list, msgNotify, msg and channelType. */
  message: block,
});
export type HandleInput = z.output<typeof HandleInput>;
