import { z } from 'zod';
import { readInnerJson, shapeLimits } from '#domain/texts/json-shape.ts';
import { wholeNumber } from './endpoint.ts';

/** A form in a submission (S1 §3 "Each workorderForms item in a submission"). */

/** Values of fields by their ids: an object, or its JSON as text, as old clients send it (S2 §3). */
export const formValues = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    const result = readInnerJson(value, { values: shapeLimits.values });
    return 'value' in result ? result.value : value;
  },
  z.record(z.string().max(100), z.unknown()),
  // Our own clients send the object.
) as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>;

/**
 * The content on which the typed values are based (docs/decisions/0201): the version that was returned with
 * the form and, under the documented name, the initial values of its fields. A client may send either, both
 * or none.
 */
export const submissionBase = {
  contentVersion: wholeNumber.nonnegative().optional(),
  initContent: formValues.nullish().catch(undefined),
};

/** A documented field that the server ignores: it finds the form by its `formId`. */
const ignoredField = z.unknown().optional();

/**
 * `formId` is the `id` that the server returned for the form; structure, version and names in the submission
 * are ignored, because the order's own form counts. See docs/decisions/0058.
 */
export const SubmittedForm = z.strictObject({
  formId: z.string().min(1).max(100),
  content: formValues,
  /** The specification mentions a draft flag without its exact name. */
  draft: ignoredField,
  isDraft: ignoredField,
  formStructure: ignoredField,
  formDeployId: ignoredField,
  formName: ignoredField,
  metaData: ignoredField,
  formType: ignoredField,
  formVersionCode: ignoredField,
  modelFormType: ignoredField,
  flowNodeId: ignoredField,
  flowNodeName: ignoredField,
  id: ignoredField,
  serviceMetaData: ignoredField,
  ...submissionBase,
});
export type SubmittedForm = z.output<typeof SubmittedForm>;
