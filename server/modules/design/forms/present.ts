import type { ElementFile, WorkOrderForm } from '#contract/work-order-form.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { FormType } from '#domain/enumerations/form-type.ts';
import { type AuthorityByField, resolveAuthority } from '#domain/forms/authority.ts';
import { type CompiledForm, emptyValues } from '#domain/forms/compiled-form.ts';
import { exceptionalDays, needsWorkingDays } from '#domain/forms/computed/exceptional-days.ts';
import { contentVersionOf, limitedTo } from '#domain/forms/content-changes.ts';
import { hiddenConditions } from '#domain/forms/hidden-conditions.ts';
import { maskForm } from '#domain/forms/mask.ts';
import { flatFields, mapValues, visitValues } from '#domain/forms/nested-values.ts';
import { maskKnown } from '#domain/forms/secret-values.ts';
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

/** Returns the form with the day and the working days that its computed fields need, if it has any. */
export function withComputing(
  form: WorkOrderForm,
  { fields, hasComputed }: CompiledForm,
  { now, holidays }: { now: Date; holidays: HolidayTable },
): WorkOrderForm {
  if (!hasComputed) return form;
  const usesWorkingDays = flatFields(fields).some(
    ({ computed }) => computed && needsWorkingDays(computed.source),
  );
  const workingDays = usesWorkingDays && { workingDays: exceptionalDays(holidays) };
  return { ...form, computing: { today: localDateOf(now), ...workingDays } };
}

/** Returns the form with the files of the shared elements whose codes its fields carry, if it has any. */
export function withElementFiles(
  form: WorkOrderForm,
  { elementCodes }: CompiledForm,
  files: ReadonlyMap<string, ElementFile>,
): WorkOrderForm {
  const own = [...files].filter(([code]) => elementCodes.has(code));
  return own.length === 0 ? form : { ...form, elementFiles: Object.fromEntries(own) };
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
    changes: changes.flatMap((change) => limitedTo(change, (id) => Object.hasOwn(initContent, id))),
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
  const known = valuesByField(compiled, earlierContents);
  const masked = new Set(shown.masked);
  const typed = new Map<string, unknown>();
  visitValues(compiled.fields, opened.content, (field, value, path) => {
    const [root = ''] = path.split(/[.[]/, 1);
    if (!masked.has(path) || !Object.hasOwn(opened.pending ?? {}, root) || field.maskRule === writeOnlyRule)
      return;
    const { value: visible, isMasked } = maskKnown(field, value, known.get(field.path) ?? []);
    typed.set(path, visible);
    if (!isMasked) masked.delete(path);
  });
  const content = mapValues(compiled.fields, shown.content, (_, value, path) =>
    typed.has(path) ? typed.get(path) : value,
  );
  return { ...shown, content, masked: [...masked] };
}

/** Returns all values of some contents in each field, by its path without places. */
function valuesByField(
  { fields }: CompiledForm,
  contents: readonly Content[],
): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, unknown[]>();
  for (const content of contents) {
    visitValues(fields, content, ({ path }, value) => {
      const known = values.get(path) ?? [];
      known.push(value);
      values.set(path, known);
    });
  }
  return values;
}
