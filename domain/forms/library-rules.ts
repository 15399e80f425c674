import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { Computing } from './computed/computed.ts';
import { isChecked, ownValue } from './field-state.ts';
import { evaluateLinkage, type FormState } from './linkage.ts';
import type { FormValues, LibraryRule } from './model.ts';
import { holdsSecret } from './secret-values.ts';

/** One execution of a rule of the library for a field of a form. */
export interface FieldRuleCall {
  /** Id of the field, at which the tip is shown if the rule is not satisfied. */
  field: string;
  code: string;
  /** Values by the keys of the rule's parameters; null for a field that is empty or that the person does not see. */
  values: Readonly<Record<string, unknown>>;
  /** Fields from which the values come, with the sources of computed ones. */
  reads: readonly string[];
  /** Text of the form that replaces the rule's tip. */
  message?: string | undefined;
}

/**
 * Returns the rules of the library to execute for the fields that are filled in and that this person may edit, or
 * sees computed from others. The values are those of `evaluateLinkage`: a field that linkage or the authority hides
 * counts as empty, so that neither its value nor a conclusion about it reaches the person by a tip.
 */
export function fieldRuleCalls(form: CompiledForm, { fields }: Pick<FormState, 'fields'>): FieldRuleCall[] {
  return form.fields.flatMap(({ id, kind, rules }) => {
    const state = fields[id];
    if (!state || !isChecked(state) || !kind.holdsValue || kind.isEmpty(state.value)) return [];
    return rules.flatMap(({ rule }) => (rule.rule === 'process' ? [callOf(form, fields, id, rule)] : []));
  });
}

/** Returns the rules to execute for a submitted form; their fields are paths that begin with the form's code. */
export function ruleCallsOfSubmission(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
  computing: Computing | undefined,
): FieldRuleCall[] {
  if (!hasLibraryRules(form)) return [];
  const calls = fieldRuleCalls(form, evaluateLinkage(form, values, { authority, computing }));
  return calls.map((call) => ({ ...call, field: `${form.code}.${call.field}` }));
}

/** Checks whether any field has a rule of the library. */
export const hasLibraryRules = ({ fields }: CompiledForm): boolean =>
  fields.some(({ rules }) => rules.some(({ rule }) => rule.rule === 'process'));

function callOf(
  form: CompiledForm,
  states: FormState['fields'],
  field: string,
  { code, fields, message }: LibraryRule,
): FieldRuleCall {
  const values = Object.entries(fields).map(([key, id]) => [
    key,
    valueForRule(form.byId.get(id), states[id]?.value),
  ]);
  const reads = [field, ...Object.values(fields)].flatMap((id) => [
    id,
    ...(form.byId.get(id)?.computed?.reads ?? []),
  ]);
  return { field, code, values: Object.fromEntries(values), reads: [...new Set(reads)], message };
}

/**
 * Returns a value of a form as rules of the library read it; null if the field is empty, does not exist, or is
 * secret in any part, because a tip may reveal the value.
 */
function valueForRule(field: CompiledField | undefined, value: unknown): unknown {
  if (!field?.kind.holdsValue || holdsSecret(field)) return null;
  const { kind } = field;
  if (value === undefined || kind.isEmpty(value)) return null;
  return kind.ruleText?.(value) ?? value;
}

/** A form with its values, as a rule outside the form reads them. */
export interface FormForRule {
  form: CompiledForm;
  values: FormValues;
}

/**
 * Returns the values for a rule that a button or a condition names: its parameters take the fields with the same id,
 * of the first form that has one.
 */
export function valuesByFieldId(forms: readonly FormForRule[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { form, values } of forms) {
    for (const field of form.fields) {
      if (!field.kind.holdsValue || holdsSecret(field) || Object.hasOwn(found, field.id)) continue;
      found[field.id] = valueForRule(field, ownValue(values, field.id));
    }
  }
  return found;
}
