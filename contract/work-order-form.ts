import { z } from 'zod';

/** A form as an order answers it (S1 §3 "Form record"). */
export const WorkOrderForm = z.object({
  /** The `formId` of a submission. */
  id: z.string(),
  formCode: z.string(),
  formName: z.string(),
  /** 1 our own form, 2 third party in a frame (S1 §2). */
  formType: z.number().int(),
  formVersionCode: z.number().int(),
  /** The form model as data. */
  formStructure: z.unknown(),
  /** Without the values of hidden fields; secret ones are masked. */
  content: z.record(z.string(), z.unknown()),
  /** Content of the order as this reader sees it; `content` may show over it typed values that are not in the order. */
  initContent: z.record(z.string(), z.unknown()),
  /** The version of what the order holds; a submission brings it back (docs/decisions/0201). */
  contentVersion: z.number().int(),
  /** Last change of each of these fields, as far as this reader sees them. */
  changes: z.array(
    z.object({ version: z.number().int(), at: z.string(), by: z.string(), fields: z.array(z.string()) }),
  ),
  /** Values typed at this node before another action changed the field: offered beside the order's own. */
  typedBefore: z.record(z.string(), z.unknown()),
  /** Fields that are edited where the form is otherwise only read (S1 §6). */
  configJson: z.object({ allowEdit: z.array(z.string()) }),
  /** Documented, and empty: nothing of ours hangs on it. */
  metaData: z.record(z.string(), z.unknown()),
  /** Paths where a mask stands for the value (`leadMobile`, `involved[0].phone`). */
  masked: z.array(z.string()),
  /** Field id → 0 hidden, 1 read-only, 2 editable (S1 §6). */
  authority: z.record(z.string(), z.union([z.literal(0), z.literal(1), z.literal(2)])),
});
export type WorkOrderForm = z.output<typeof WorkOrderForm>;

/** The same on the path of the specification, where structure and values are JSON as a text (S2 §3). */
export const DocumentedForm = WorkOrderForm.extend({
  formStructure: z.string(),
  content: z.string(),
  initContent: z.string(),
});
