import type { Problem } from '../refusals/refusals.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { ownValue } from './field-state.ts';
import type { FormValues } from './model.ts';

/** A value of a single-choice field that is bound to a button (docs/decisions/0083). */
export interface FieldBinding {
  /** The form's code. */
  form: string;
  field: string;
  value: string;
}

/** The name of a button, and the field values that are bound to it. */
export interface BindingButton {
  name: string;
  binds?: readonly FieldBinding[];
}

/**
 * The values that are bound to a button, for each field of the form; pressing the button sets the first value
 * of a field.
 */
export type BoundValues = ReadonlyMap<string, readonly string[]>;

export function boundValues(binds: readonly FieldBinding[] | undefined, formCode: string): BoundValues {
  const byField = new Map<string, string[]>();
  for (const { form, field, value } of binds ?? []) {
    if (form === formCode) byField.set(field, [...(byField.get(field) ?? []), value]);
  }
  return byField;
}

/**
 * Returns the submission with the button's value in each bound field that is sent empty, or that is not sent
 * and has no stored value; other values are unchanged.
 */
export function withBoundValues(
  form: CompiledForm,
  stored: FormValues,
  submitted: FormValues,
  bound: BoundValues,
): FormValues {
  const values: Record<string, unknown> = { ...submitted };
  for (const [id, [first]] of bound) {
    const field = form.byId.get(id);
    if (field && isEmptyField(field, values) && (Object.hasOwn(values, id) || isEmptyField(field, stored))) {
      values[id] = first;
    }
  }
  return values;
}

/**
 * Checks that the field has no value. A value of a wrong shape counts as a value: the merge refuses it, and
 * it must not be replaced.
 */
function isEmptyField(field: CompiledField, values: FormValues): boolean {
  const rawValue = ownValue(values, field.id);
  if (rawValue === undefined || rawValue === null) return true;
  const value = field.kind.normalise(rawValue);
  return value !== undefined && field.kind.isEmpty(value);
}

/**
 * Checks that the bound fields match the button; the message names the field, both labels, and both ways to
 * correct it. An empty field matches every button; validation checks required fields.
 */
export function checkBoundFields(
  form: CompiledForm,
  values: FormValues,
  button: BindingButton,
  buttons: readonly BindingButton[],
): Problem[] {
  return [...boundValues(button.binds, form.code)].flatMap(([id, allowedValues]) => {
    const field = form.byId.get(id);
    const value = ownValue(values, id);
    if (!field || typeof value !== 'string' || value === '' || allowedValues.includes(value)) return [];
    const valueLabel = labelOf(field, value);
    const other = buttons.find(({ binds }) => boundValues(binds, form.code).get(id)?.includes(value));
    const instead = other ? `，或改用“${other.name}”办理` : '';
    const message = `“${field.title}”为“${valueLabel}”，与“${button.name}”不一致，请将其改为“${labelOf(field, allowedValues[0] ?? '')}”${instead}`;
    return [{ field: id, message }];
  });
}

/** Returns the label of a value of a single-choice field. */
export function labelOf(field: Pick<CompiledField, 'kind' | 'props' | 'options'>, value: string): string {
  return field.kind.text(value, { props: field.props, options: field.options });
}
