import { z } from 'zod';
import type { ButtonAction } from '#domain/workflow/available-actions.ts';

export const NodeButtonResult = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  opType: z.number().int(),
  state: z.number().int(),
  order: z.number().int(),
});
export type NodeButtonResult = z.output<typeof NodeButtonResult>;

/**
 * A button of an open task and its effect, so that screens need neither codes nor rules of actions
 * (docs/decisions/0070).
 */
export const TaskButton = NodeButtonResult.pick({ id: true, code: true, name: true, order: true }).extend({
  action: z.string() as unknown as z.ZodType<ButtonAction>,
  /** The decision that it makes in addition to advancing the order (S1 §4); null if it makes none. */
  resultCode: z.number().int().nullable(),
  needsOpinion: z.boolean(),
  /** True if bar and forms must both be valid; false if only the bar must be. */
  fillsForms: z.boolean(),
  /** True if it undoes or ends something. */
  dangerous: z.boolean(),
  /**
   * True if it certainly ends the order: by the action itself, or because its path leads to an end whatever
   * the forms contain.
   */
  ends: z.boolean(),
  /** The status with which it certainly ends the order; null if it does not end it for certain. */
  endStatus: z.number().int().nullable(),
  /** True if pressing it makes documents, which are previewed and confirmed first (S1 §4). */
  makesDocuments: z.boolean(),
  /**
   * Values of form fields that the button implies; the first value of a field is the one that pressing sets.
   */
  binds: z.array(z.object({ form: z.string(), field: z.string(), value: z.string() })),
});
export type TaskButton = z.output<typeof TaskButton>;
