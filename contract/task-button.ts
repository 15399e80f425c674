import { z } from 'zod';
import type { ButtonAction } from '#domain/workflow/available-actions.ts';

export const NodeButtonAnswer = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  opType: z.number().int(),
  state: z.number().int(),
  order: z.number().int(),
});
export type NodeButtonAnswer = z.output<typeof NodeButtonAnswer>;

/**
 * A button of an open task with what pressing it does, so that screens know no codes and no rules of actions
 * (docs/decisions/0070).
 */
export const TaskButton = NodeButtonAnswer.pick({ id: true, code: true, name: true, order: true }).extend({
  action: z.string() as unknown as z.ZodType<ButtonAction>,
  needsOpinion: z.boolean(),
  /** Bar and forms must both validate; otherwise the bar alone. */
  fillsForms: z.boolean(),
  /** It undoes or ends something. */
  dangerous: z.boolean(),
  /** The order is over with it for certain: by the action itself, or because its way leads to an end whatever the forms say. */
  ends: z.boolean(),
  /** Pressing it makes documents, which are looked at and confirmed first (S1 §4). */
  makesDocuments: z.boolean(),
  /** Values of form fields that go with it; the first of a field is the one that pressing sets. */
  binds: z.array(z.object({ form: z.string(), field: z.string(), value: z.string() })),
});
export type TaskButton = z.output<typeof TaskButton>;
