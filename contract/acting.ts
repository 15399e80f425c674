import { z } from 'zod';
import { maxOpinionLength, maxReasonLength } from '#domain/opinions/limits.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { decisionRefusals } from '#domain/workflow/model/decision-refusals.ts';
import { idempotencyRefusals } from './endpoint.ts';

/** Schemas shared by all calls that act on an order; kept small, because the lists load them too. */

/** Accepts ten times what the text's rule allows, so that the rule reports its own message. */
export const lenientText = (limit: number) => z.string().max(10 * limit, tooLongText(limit));
export const opinion = lenientText(maxOpinionLength).default('');
/** Validates the reason of a withdraw or a copy, or the note of added materials (S1 §9). */
export const actionReason = lenientText(maxReasonLength).default('');

/** The result of a countersign that the action decided, and the person who continues if it goes back to one. */
export const CountersignResult = z.object({ passed: z.boolean(), returnsTo: z.string().nullable() });

export const HandleResult = z.object({
  workorderId: z.uuid(),
  workorderCode: z.string(),
  status: z.number().int(),
  statusLabel: z.string(),
  /** `该环节已“受理”，办件流水号：2026000001` (S1 §4). */
  message: z.string(),
  nextNodeNames: z.array(z.string()),
  /** Undefined if the action decided no countersign. */
  countersign: CountersignResult.optional(),
  /** Documents that the action made; each can be viewed and printed. */
  workorderDocs: z.array(
    z.object({
      id: z.string(),
      docId: z.string(),
      name: z.string(),
      docName: z.string(),
      attachmentUrl: z.string(),
    }),
  ),
});
export type HandleResult = z.output<typeof HandleResult>;

/** Refusals of a call that acts on an order. */
export const actionRefusals = [
  ...decisionRefusals,
  'notFound',
  'formInvalid',
  'formChanged',
  'actionContradictsForm',
  'ruleNotSatisfied',
  'busy',
  'orderBusy',
  ...idempotencyRefusals,
] as const;
