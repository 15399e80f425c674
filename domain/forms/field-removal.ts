import { compileCondition } from './condition.ts';
import { innerFields, withInnerFields } from './inner-fields.ts';
import type { FieldModel, Linkage, Rule } from './model.ts';
import type { NamedRule } from './rules/rule.ts';
import { namedRules } from './rules/rules.ts';

/** A field, inside others or not, that depends on another field: by linkage, by a validation rule, or both. */
export interface DependentField {
  title: string;
  linkage: boolean;
  rules: boolean;
}

/** Returns the fields, also those inside others, whose linkage or rules read a field, without the field itself. */
export function dependentFields(fields: readonly FieldModel[], removed: FieldModel): DependentField[] {
  return fields.filter((field) => field !== removed).flatMap((field) => dependenceIn(field, removed.id));
}

/** Returns the fields without one of them, and without the linkage and rules of others that read it. */
export function withoutField(fields: readonly FieldModel[], removed: FieldModel): FieldModel[] {
  const remaining = fields.filter((field) => field !== removed);
  if (remaining.some(({ id }) => id === removed.id)) return remaining;
  return remaining.map((field) => withoutReadingIn(field, removed.id));
}

/** Returns the fields inside a field that may read another one; a field with its id there hides it from them. */
function fieldsInReach(field: FieldModel, id: string): readonly FieldModel[] {
  const inner = innerFields(field);
  return inner.some((each) => each.id === id) ? [] : inner;
}

/** Returns the dependence of a field and of those inside it. */
function dependenceIn(field: FieldModel, id: string): DependentField[] {
  const inner = fieldsInReach(field, id).flatMap((each) => dependenceIn(each, id));
  return [...dependenceOf(field, id), ...inner];
}

function withoutReadingIn(field: FieldModel, id: string): FieldModel {
  if (dependenceIn(field, id).length === 0) return field;
  const own = withoutReading(field, id);
  const inner = fieldsInReach(own, id);
  return inner.length === 0
    ? own
    : withInnerFields(
        own,
        inner.map((each) => withoutReadingIn(each, id)),
      );
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
