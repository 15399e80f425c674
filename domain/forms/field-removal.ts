import { compileCondition } from './condition.ts';
import type { FieldModel, Linkage, Rule } from './model.ts';
import type { NamedRule } from './rules/rule.ts';
import { namedRules } from './rules/rules.ts';

/** A field or column that depends on another field: by linkage, by a validation rule, or both. */
export interface DependentField {
  title: string;
  linkage: boolean;
  rules: boolean;
}

/** Returns the fields and columns whose linkage or rules read a field, without the field itself. */
export function dependentFields(fields: readonly FieldModel[], removed: FieldModel): DependentField[] {
  return fields
    .filter((field) => field !== removed)
    .flatMap((field) => [
      ...dependenceOf(field, removed.id),
      ...columnsReading(field, removed.id).flatMap((column) => dependenceOf(column, removed.id)),
    ]);
}

/** Returns the fields without one of them, and without the linkage and rules of others that read it. */
export function withoutField(fields: readonly FieldModel[], removed: FieldModel): FieldModel[] {
  const remaining = fields.filter((field) => field !== removed);
  if (remaining.some(({ id }) => id === removed.id)) return remaining;
  return remaining.map((field) => {
    const own = withoutReading(field, removed.id);
    const reading = columnsReading(field, removed.id);
    if (own.columns === undefined || reading.length === 0) return own;
    return {
      ...own,
      columns: own.columns.map((column) =>
        reading.includes(column) ? withoutReading(column, removed.id) : column,
      ),
    };
  });
}

/** Returns the columns that read the field of the form; a column with the same id hides it from the others. */
function columnsReading({ columns = [] }: FieldModel, id: string): FieldModel[] {
  return columns.some((column) => column.id === id)
    ? []
    : columns.filter((column) => dependenceOf(column, id).length > 0);
}

function dependenceOf({ title, linkage = [], rules = [] }: FieldModel, id: string): DependentField[] {
  const dependence = {
    title,
    linkage: linkage.some((each) => readsOfLinkage(each).includes(id)),
    rules: rules.some((rule) => readsOfRule(rule).includes(id)),
  };
  return dependence.linkage || dependence.rules ? [dependence] : [];
}

function withoutReading(field: FieldModel, id: string): FieldModel {
  if (dependenceOf(field, id).length === 0) return field;
  const { linkage = [], rules = [], ...others } = field;
  const remainingLinkage = linkage.filter((each) => !readsOfLinkage(each).includes(id));
  const remainingRules = rules.filter((rule) => !readsOfRule(rule).includes(id));
  return {
    ...others,
    ...(remainingRules.length > 0 && { rules: remainingRules }),
    ...(remainingLinkage.length > 0 && { linkage: remainingLinkage }),
  };
}

function readsOfLinkage({ when }: Linkage): readonly string[] {
  return compileCondition(when, () => undefined).reads;
}

function readsOfRule<R extends Rule>(rule: R): readonly string[] {
  const namedRule = namedRules[rule.rule] as NamedRule<R> | undefined;
  return namedRule?.reads?.(rule) ?? [];
}
