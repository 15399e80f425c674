import type { FieldMaskRule } from '../sensitive/masks.ts';
import type { ApplicantValue } from './applicant-values.ts';
import type { CompiledCondition } from './condition.ts';
import type { FieldInterfaces } from './field-interfaces.ts';
import { isTodayByDefault } from './kinds/date/date.ts';
import type { FieldKind } from './kinds/kind.ts';
import type { KindName } from './kinds/kinds.ts';
import type { ComputedRule, FieldProps, LinkageEffect, Option, Rule } from './model.ts';
import type { RuleCheck } from './rules/rule.ts';

export interface CompiledLinkage {
  when: CompiledCondition;
  effects: readonly LinkageEffect[];
}

export interface CompiledRule {
  rule: Rule;
  check: RuleCheck;
}

/** The computed value of a field. */
export interface CompiledComputed {
  source: string;
  rule: ComputedRule;
  /** Ids of the fields that the expression reads; a table stands for its rows. */
  reads: readonly string[];
}

/** A field that is ready for evaluation, display and validation. */
export interface CompiledField {
  id: string;
  /** Path: `summary`, `involved[].name` for a column, `list[].address.street` for a field inside others. */
  path: string;
  title: string;
  kindName: KindName;
  kind: FieldKind;
  props: FieldProps;
  required: boolean;
  /** Message on the empty field, if it is not `… 不能为空`. */
  missingMessage?: string;
  wide: boolean;
  options: readonly Option[];
  help?: string;
  defaultValue?: unknown;
  /** Expression that computes the value. */
  computed?: CompiledComputed | undefined;
  rules: readonly CompiledRule[];
  linkage: readonly CompiledLinkage[];
  /** True if linkage shows the field, so that it is hidden unless a condition holds. */
  hiddenUntilShown: boolean;
  /** Mask rule for readers who may not see the value; undefined if the value is not secret. */
  maskRule?: FieldMaskRule;
  /** True if the value is encrypted in the database. */
  encrypted: boolean;
  /** The applicant's value that the field can take over. */
  applicantValue?: ApplicantValue;
  /** The remote interfaces that the field uses. */
  interfaces?: FieldInterfaces;
  /** Code of the shared element of the field. */
  element?: string;
  /** Id of the heading above the field. */
  sectionId?: string;
  /** Fields inside the field in display order: the columns of a table, the fields of a list or an object. */
  columns: readonly CompiledField[];
  /** The same fields, each after those that its linkage reads. */
  columnOrder: readonly CompiledField[];
}

export interface CompiledForm {
  code: string;
  title: string;
  columnCount: 1 | 2;
  allowEdit: ReadonlySet<string>;
  /** Fields in display order, including headings. */
  fields: readonly CompiledField[];
  /** The same fields, each after the fields that its linkage reads. */
  evaluationOrder: readonly CompiledField[];
  byId: ReadonlyMap<string, CompiledField>;
  /** Fields that some linkage reads: only a change of these can change another field. */
  triggers: ReadonlySet<string>;
  /** True if a field or a column is computed. */
  hasComputed: boolean;
  /** Codes of the shared elements of all fields. */
  elementCodes: ReadonlySet<string>;
  /** Page of a third party that displays the form; undefined for our own forms. */
  frame?: { url: string; origin: string; height: number };
}

/**
 * Returns the initial values of a form: the default of each field, else its empty value; a default of today
 * is added when the form is filled in.
 */
export function initialValues(form: CompiledForm): Record<string, unknown> {
  const values = emptyValues(form);
  for (const field of form.fields) {
    const { id, kind } = field;
    // A missing value lets the form ask for the default of an interface.
    if (field.interfaces?.default) delete values[id];
    const value = kind.holdsValue ? defaultOf(field) : undefined;
    if (value !== undefined) values[id] = kind.normalise(value) ?? kind.empty;
  }
  return values;
}

/**
 * Returns the default of a field, of a group those of the fields in it; undefined if there is none. A default of
 * today is this day, and none without a day.
 */
export function defaultOf(field: CompiledField, today?: string): unknown {
  const { kind, columns, defaultValue } = field;
  if (kind.nests === 'group') {
    const values = columns.flatMap((column) => {
      const value = defaultOf(column, today);
      return value === undefined ? [] : [[column.id, value] as const];
    });
    return values.length === 0 ? undefined : Object.fromEntries(values);
  }
  return isTodayByDefault(field) ? today : defaultValue;
}

/** Checks whether a field, or a field in its group, has a default. */
export function hasDefault({ kind, columns, defaultValue, interfaces }: CompiledField): boolean {
  if (kind.nests === 'group') return columns.some(hasDefault);
  return defaultValue !== undefined || interfaces?.default !== undefined;
}

/** Returns the empty value of each field. */
export function emptyValues({ fields }: CompiledForm): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ id, kind }) => (kind.holdsValue ? [[id, kind.empty]] : [])));
}
