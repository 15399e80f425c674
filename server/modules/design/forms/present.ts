import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { FormType } from '#domain/enumerations/form-type.ts';
import { type AuthorityByField, resolveAuthority } from '#domain/forms/authority.ts';
import { type CompiledForm, emptyValues } from '#domain/forms/compiled-form.ts';
import { contentVersionOf } from '#domain/forms/content-changes.ts';
import { hiddenConditions } from '#domain/forms/hidden-conditions.ts';
import { maskForm } from '#domain/forms/mask.ts';
import { mapValues, visitValues } from '#domain/forms/nested-values.ts';
import { mapMarkedFields } from '#domain/forms/wrapped-values.ts';
import { writeOnlyRule } from '#domain/sensitive/masks.ts';
import type { WrapField } from '#server/framework/routing/form-key.ts';
import type { OpenedForm } from './forms-of-order.ts';

type Content = Record<string, unknown>;

/** Returns the form with the values of its marked fields wrapped, if the client asked for it (0222). */
export function wrapForm(
  form: WorkOrderForm,
  { fields }: CompiledForm,
  wrap: WrapField | undefined,
): WorkOrderForm {
  if (wrap === undefined) return form;
  return {
    ...form,
    content: mapMarkedFields(fields, form.content, wrap),
    initContent: mapMarkedFields(fields, form.initContent, wrap),
    typedBefore: mapMarkedFields(fields, form.typedBefore, wrap),
  };
}

/**
 * Presents a form to this reader: without hidden values, secret ones masked unless they are revealed, which
 * the caller audits.
 */
export function presentForm(
  { form, content, pending, stored, changes, typedBefore = {} }: OpenedForm,
  authority: AuthorityByField,
  mayReveal = false,
): WorkOrderForm {
  const { compiled } = form;
  const shown = maskForm(compiled, content, { authority, mayReveal, ...(pending && { pending: pending }) });
  const storedContent = { ...emptyValues(compiled), ...(stored ?? content) };
  const initContent = maskForm(compiled, storedContent, { authority, mayReveal }).values;
  // Its secrets stay masked even for the person who typed them: in rows they may be values of the order at
  // that time.
  const before = maskForm(compiled, typedBefore, { authority, mayReveal, pending: typedBefore });
  const results = hiddenConditions(compiled, content, authority, pending);
  return {
    id: form.id,
    formCode: form.code,
    formName: form.name,
    formType: form.compiled.frame ? FormType.thirdParty : FormType.own,
    formVersionCode: form.version,
    formStructure: form.structure,
    content: shown.values,
    initContent,
    contentVersion: contentVersionOf(changes),
    changes: changes.flatMap((change) => {
      const fields = change.fields.filter((id) => Object.hasOwn(initContent, id));
      return fields.length > 0 ? [{ ...change, fields }] : [];
    }),
    typedBefore: before.values,
    configJson: { allowEdit: [...form.compiled.allowEdit] },
    metaData: {},
    masked: shown.masked,
    // Without the effects of `allowEdit`, which readers use by a link (0059).
    authority: resolveAuthority(form.compiled, authority),
    ...(Object.keys(results).length > 0 && { hiddenConditions: results }),
  };
}

/**
 * Presents a form with the values that this person typed. A secret that the person typed is unmasked, also in
 * table rows; a value in one of the earlier contents (stored, or typed by others) stays masked.
 */
export function presentPendingForm(
  opened: OpenedForm,
  earlierContents: readonly Content[],
  authority: AuthorityByField,
): WorkOrderForm {
  const { compiled } = opened.form;
  const shown = presentForm(opened, authority);
  const wasTyped = new Set<string>();
  const known = earlierContents.map((earlier) => valuesByField(compiled, earlier));
  const values = new Map<string, unknown>();
  visitValues(compiled.fields, opened.content, (field, value, path) => {
    values.set(path, value);
    const [root = ''] = path.split(/[.[]/, 1);
    if (!Object.hasOwn(opened.pending ?? {}, root) || field.maskRule === writeOnlyRule) return;
    if (!known.some((each) => each.get(field.path)?.has(value))) wasTyped.add(path);
  });
  const unmasked = new Set(shown.masked.filter((path) => wasTyped.has(path)));
  const content = mapValues(compiled.fields, shown.content, (_, value, path) =>
    unmasked.has(path) ? values.get(path) : value,
  );
  return { ...shown, content, masked: shown.masked.filter((path) => !unmasked.has(path)) };
}

/** Returns all values of a content in each field, by its path without places. */
function valuesByField(
  { fields }: CompiledForm,
  content: Content,
): ReadonlyMap<string, ReadonlySet<unknown>> {
  const values = new Map<string, Set<unknown>>();
  visitValues(fields, content, ({ path }, value) => {
    values.set(path, (values.get(path) ?? new Set()).add(value));
  });
  return values;
}
