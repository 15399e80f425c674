import type { WorkOrderForm } from '#contract/work-order-form.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { FormType } from '#domain/enumerations/form-type.ts';
import { type AuthorityByField, resolveAuthority } from '#domain/forms/authority.ts';
import { type CompiledField, type CompiledForm, emptyValues } from '#domain/forms/compiled-form.ts';
import { exceptionalDays, needsWorkingDays } from '#domain/forms/computed/exceptional-days.ts';
import { contentVersionOf } from '#domain/forms/content-changes.ts';
import { hiddenConditions } from '#domain/forms/hidden-conditions.ts';
import { ownValue, rowsOf } from '#domain/forms/linkage.ts';
import { maskForm } from '#domain/forms/mask.ts';
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
  const all = fields.flatMap((field) => [field, ...field.columns]);
  const usesWorkingDays = all.some(({ computed }) => computed && needsWorkingDays(computed.source));
  const workingDays = usesWorkingDays && { workingDays: exceptionalDays(holidays) };
  return { ...form, computing: { today: localDateOf(now), ...workingDays } };
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
  const results = hiddenConditions(compiled, content, authority);
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
  const content: Content = structuredClone(shown.content);
  const unmaskedPaths = shown.masked.filter((path) => {
    const [fieldId, row, columnId] = partsOf(path);
    if (!Object.hasOwn(opened.pending ?? {}, fieldId)) return false;
    const field = fieldAt(compiled, fieldId, columnId);
    if (field === undefined || field.maskRule === writeOnlyRule) return false;
    const known = earlierContents.flatMap((earlier) => valuesAt(earlier, fieldId, columnId));
    const { value, isMasked } = maskKnown(field, valuesAt(opened.content, fieldId, columnId)[row], known);
    if (columnId === undefined) content[fieldId] = value;
    else Object.assign((content[fieldId] as Content[])[row] ?? {}, { [columnId]: value });
    return !isMasked;
  });
  return { ...shown, content, masked: shown.masked.filter((path) => !unmaskedPaths.includes(path)) };
}

/**
 * Returns field, row and column of a path in the notation of `maskForm`; the row is 0 for a field that is no
 * table.
 */
function partsOf(path: string): [fieldId: string, row: number, columnId?: string] {
  const [, tableId, row, columnId] = /^(.+)\[(\d+)\]\.(.+)$/.exec(path) ?? [];
  return tableId === undefined ? [path, 0] : [tableId, Number(row), columnId];
}

function fieldAt(
  { byId }: CompiledForm,
  fieldId: string,
  columnId: string | undefined,
): CompiledField | undefined {
  const field = byId.get(fieldId);
  return columnId === undefined ? field : field?.columns.find(({ id }) => id === columnId);
}

/** Returns all values of a content in a field, or in a column of a table. */
function valuesAt(content: Content, fieldId: string, columnId: string | undefined): unknown[] {
  const value = ownValue(content, fieldId);
  return columnId === undefined ? [value] : rowsOf(value).map((row) => ownValue(row, columnId));
}
