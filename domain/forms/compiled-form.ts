import type { MaskRule } from '../sensitive/masks.ts';
import type { CompiledCondition } from './condition.ts';
import { isTodayByDefault } from './kinds/date/date.ts';
import type { FieldKind } from './kinds/kind.ts';
import type { KindName } from './kinds/kinds.ts';
import type { FieldProps, LinkageEffect, Option, Rule } from './model.ts';
import type { RuleCheck } from './rules/rule.ts';

export interface CompiledLinkage {
  when: CompiledCondition;
  effects: readonly LinkageEffect[];
}

export interface CompiledRule {
  rule: Rule;
  check: RuleCheck;
}

/** A field ready to be evaluated, drawn and validated. */
export interface CompiledField {
  id: string;
  /** `summary`, and `involved[].name` for a column. */
  path: string;
  title: string;
  kindName: KindName;
  kind: FieldKind;
  props: FieldProps;
  required: boolean;
  wide: boolean;
  options: readonly Option[];
  help?: string;
  defaultValue?: unknown;
  rules: readonly CompiledRule[];
  linkage: readonly CompiledLinkage[];
  /** Linkage shows it, so that it is hidden where no condition of that holds. */
  hiddenUntilShown: boolean;
  /** The mask of the value for readers who may not see it; absent when it is not secret. */
  secret?: MaskRule;
  /** Sealed at rest. */
  encrypted: boolean;
  /** The heading that the field stands under. */
  sectionId?: string;
  /** Columns of a table in the order of drawing. */
  columns: readonly CompiledField[];
  /** The same columns, each after those its linkage reads. */
  columnOrder: readonly CompiledField[];
}

export interface CompiledForm {
  code: string;
  title: string;
  columnCount: 1 | 2;
  allowEdit: ReadonlySet<string>;
  /** Headings included, in the order of drawing. */
  fields: readonly CompiledField[];
  /** The same fields, each after those its linkage reads. */
  order: readonly CompiledField[];
  byId: ReadonlyMap<string, CompiledField>;
  /** Fields that some linkage reads: only a change of these can change another field. */
  triggers: ReadonlySet<string>;
  /** The page of a third party that draws the form; absent for our own. */
  frame?: { url: string; origin: string; height: number };
}

/**
 * Returns the values of a form before any typing: the default of each field, else its empty value; today is offered
 * where the form is filled in.
 */
export function initialValues(form: CompiledForm): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of form.fields) {
    const { id, kind, defaultValue } = field;
    if (!kind.holdsValue) continue;
    values[id] =
      defaultValue === undefined || isTodayByDefault(field)
        ? kind.empty
        : (kind.normalise(defaultValue) ?? kind.empty);
  }
  return values;
}
