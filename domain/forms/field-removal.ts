import { withInnerFields } from './inner-fields.ts';
import { fieldsInReach, readsOfLinkage, readsOfRule } from './linkage-references.ts';
import type { FieldModel } from './model.ts';

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

/** Names fields that depend on another one: `“其他形式说明”的联动、“补充说明”的联动和校验规则`. */
export function dependentsText(dependents: readonly DependentField[]): string {
  return dependents
    .map(({ title, linkage, rules }) => {
      const parts = [linkage ? '联动' : '', rules ? '校验规则' : ''].filter(Boolean);
      return `“${title.trim() || '未命名'}”的${parts.join('和')}`;
    })
    .join('、');
}

/** Returns the fields without one of them, and without the linkage and rules of others that read it. */
export function withoutField(fields: readonly FieldModel[], removed: FieldModel): FieldModel[] {
  const remaining = fields.filter((field) => field !== removed);
  if (remaining.some(({ id }) => id === removed.id)) return remaining;
  return remaining.map((field) => withoutReadingIn(field, removed.id));
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
