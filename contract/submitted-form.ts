import { z } from 'zod';
import { readInnerJson, shapeLimits } from '#domain/texts/json-shape.ts';
import { wholeNumber } from './endpoint.ts';

/** A form as a submission carries it (S1 §3 "Each workorderForms item in a submission"). */

/** Values of fields by their ids: an object, or its JSON as a text, as old clients send it (S2 §3). */
export const formValues = z.preprocess(
  (given) => {
    if (typeof given !== 'string') return given;
    const read = readInnerJson(given, { values: shapeLimits.values });
    return 'value' in read ? read.value : given;
  },
  z.record(z.string().max(100), z.unknown()),
  // Our own clients send the object.
) as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>;

/**
 * The content that the values were typed upon (docs/decisions/0201): the version that the form was answered with, and,
 * under the documented name, the values that its fields were opened with. A client may send either, both or none.
 */
export const typedUpon = {
  contentVersion: wholeNumber.nonnegative().optional(),
  initContent: formValues.nullish().catch(undefined),
};

/** A documented field that the server ignores: it finds the form by its `formId`. */
const ignored = z.unknown().optional();

/**
 * `formId` is the `id` under which the form was answered; the form that the order holds under it counts, so that the
 * structure, version and names that are sent along are accepted and ignored. See docs/decisions/0058.
 */
export const SubmittedForm = z.strictObject({
  formId: z.string().min(1).max(100),
  content: formValues,
  /** The specification names a draft flag without its spelling. */
  draft: ignored,
  isDraft: ignored,
  formStructure: ignored,
  formDeployId: ignored,
  formName: ignored,
  metaData: ignored,
  formType: ignored,
  formVersionCode: ignored,
  modelFormType: ignored,
  flowNodeId: ignored,
  flowNodeName: ignored,
  id: ignored,
  serviceMetaData: ignored,
  ...typedUpon,
});
export type SubmittedForm = z.output<typeof SubmittedForm>;
