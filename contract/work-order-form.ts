import { z } from 'zod';

/** The file of a shared element of fields; `id` is a file id of the documented file calls (S2 §7). */
export const ElementFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Size in bytes. */
  size: z.number().int(),
});
export type ElementFile = z.output<typeof ElementFile>;

/** A form as an order returns it (S1 §3 "Form record"). */
export const WorkOrderForm = z.object({
  /** Used as `formId` in a submission. */
  id: z.string(),
  formCode: z.string(),
  formName: z.string(),
  /** 1: our own form; 2: a third-party form in a frame (S1 §2). */
  formType: z.number().int(),
  formVersionCode: z.number().int(),
  /** The form model as JSON data. */
  formStructure: z.unknown(),
  /** Values of the fields, without hidden ones; secret values are masked. */
  content: z.record(z.string(), z.unknown()),
  /**
   * The order's own values as this reader may see them; `content` may also contain typed values that are not
   * in the order.
   */
  initContent: z.record(z.string(), z.unknown()),
  /** Version of the order's values; a submission sends it back (docs/decisions/0201). */
  contentVersion: z.number().int(),
  /** Last change of each field, if visible to this reader. */
  changes: z.array(
    z.object({
      version: z.number().int(),
      at: z.string(),
      by: z.string(),
      fields: z.array(z.string()),
      /** Those of the fields that had another value before. */
      overwritten: z.array(z.string()).optional(),
    }),
  ),
  /**
   * Values typed at this node before another action changed the field; they are offered next to the order's
   * values.
   */
  typedBefore: z.record(z.string(), z.unknown()),
  /** Fields that can be edited although the form is read-only (S1 §6). */
  configJson: z.object({ allowEdit: z.array(z.string()) }),
  /**
   * The form-meta items of S2 §3 by field, in the documented call; our own page reads the model, and gets none.
   */
  metaData: z.record(z.string(), z.unknown()),
  /** Paths of masked values (`leadMobile`, `involved[0].phone`). */
  masked: z.array(z.string()),
  /** Field id → 0: hidden; 1: read-only; 2: editable (S1 §6). */
  authority: z.record(z.string(), z.union([z.literal(0), z.literal(1), z.literal(2)])),
  /**
   * Results of the linkage conditions that read hidden fields, by their place in the form; without them the form
   * could not be drawn (docs/decisions/0215).
   */
  hiddenConditions: z.record(z.string(), z.boolean()).optional(),
  /**
   * The day and the exceptional working days with which computed fields are shown; only for forms that have some
   * (docs/decisions/0229).
   */
  computing: z
    .object({ today: z.string(), workingDays: z.record(z.string(), z.boolean()).optional() })
    .optional(),
  /** The files of the shared elements whose codes fields carry, by code; only for forms that have some (S2 §3). */
  elementFiles: z.record(z.string(), ElementFile).optional(),
});
export type WorkOrderForm = z.output<typeof WorkOrderForm>;

/** The same form in the specification's call, where structure and values are JSON text (S2 §3). */
export const DocumentedForm = WorkOrderForm.extend({
  formStructure: z.string(),
  content: z.string(),
  initContent: z.string(),
  /** As file items of S2 §3, whose `url` is the file id of the documented file calls. */
  elementFiles: z.record(z.string(), ElementFile.loose()).optional(),
});

/** A saved state of a form, stored apart from the order's current forms. */
export const FormHistoryEntry = z.object({
  /** `typed`: not included in a return, terminate or void; `deleted`: marked as deleted by action 13. */
  kind: z.enum(['typed', 'deleted']),
  traceId: z.string().nullable(),
  flowNodeName: z.string(),
  actName: z.string(),
  handlerName: z.string(),
  at: z.iso.datetime(),
  form: WorkOrderForm,
});
export type FormHistoryEntry = z.output<typeof FormHistoryEntry>;
