import { compileCondition } from './condition.ts';
import { innerFields, innerPrefix, withInnerFields } from './inner-fields.ts';
import { findKind } from './kinds/kinds.ts';
import type { Condition, FieldModel, Linkage, Rule } from './model.ts';
import type { NamedRule } from './rules/rule.ts';
import { namedRules } from './rules/rules.ts';

/** The place of a field in a form: the fields around it, and itself. */
export interface FieldPlace {
  /** `goods`, `goods[].price`. */
  path: string;
  /** The fields beside it, which refer to it, at every level: those of the form first. */
  levels: readonly { around?: FieldModel; fields: readonly FieldModel[] }[];
}

/** Returns the place of a field by the indexes of the fields around it, and its own. */
export function placeOfField(fields: readonly FieldModel[], indexes: readonly number[]): FieldPlace {
  const levels: { around?: FieldModel; fields: readonly FieldModel[] }[] = [{ fields }];
  let [list, path, prefix] = [fields, '', ''];
  for (const [depth, index] of indexes.entries()) {
    const field = list[index];
    if (field === undefined) break;
    path = prefix + field.id;
    if (depth === indexes.length - 1) break;
    list = innerFields(field);
    prefix = innerPrefix(field, path);
    levels.push({ around: field, fields: list });
  }
  return { path, levels };
}

/**
 * Returns the fields that linkage may read at a place, by id: an inner field hides one around it with the same id.
 */
export function scopeOfPlace({ levels }: FieldPlace): ReadonlyMap<string, FieldModel> {
  return new Map(levels.flatMap(({ fields }) => fields.map((field) => [field.id, field] as const)));
}

/** Returns why linkage may not read a field; undefined if it may. */
export function problemOfReference(
  id: string,
  scope: { get(id: string): FieldModel | undefined },
): string | undefined {
  const field = scope.get(id);
  if (!field) return `联动引用了不存在的字段“${id}”`;
  const kind = findKind(field['x-component']);
  // The browser has only the mask, so browser and server would get different results.
  if (field['x-secret'] && !field['show-secret']) return `联动不能引用脱敏字段“${field.title}”`;
  if (kind?.secretParts) return `联动不能引用“${field.title}”，其内容脱敏`;
  return kind?.writeOnly ? `联动不能引用密码字段“${field.title}”` : undefined;
}

/** A rule of linkage that reads a field. */
export interface LinkageUse {
  /** The field that has the rule. */
  field: FieldModel;
  path: string;
  /** Index of the rule in its field. */
  index: number;
  linkage: Linkage;
}

/** Returns the rules of linkage that read a field, also those inside others; `fields` has it. */
export function usesInLinkage(fields: readonly FieldModel[], used: FieldModel, prefix = ''): LinkageUse[] {
  return fields.flatMap((field) => {
    const path = prefix + field.id;
    const own = (field.linkage ?? []).flatMap((linkage, index) =>
      field !== used && readsOfLinkage(linkage).includes(used.id) ? [{ field, path, index, linkage }] : [],
    );
    return [...own, ...usesInLinkage(fieldsInReach(field, used.id), used, innerPrefix(field, path))];
  });
}

/** Returns the fields inside a field that may read another one; a field with its id there hides it from them. */
export function fieldsInReach(field: FieldModel, id: string): readonly FieldModel[] {
  const inner = innerFields(field);
  return inner.some((each) => each.id === id) ? [] : inner;
}

/** Returns the fields with another id for one of them; linkage and rules that read it follow. */
export function withNewId(fields: readonly FieldModel[], renamed: FieldModel, id: string): FieldModel[] {
  return fields.map((field) =>
    withNewReference(field === renamed ? { ...field, id } : field, renamed.id, id),
  );
}

function withNewReference(field: FieldModel, from: string, to: string): FieldModel {
  const { linkage, rules } = field;
  const inner = fieldsInReach(field, from);
  const own = {
    ...field,
    ...(linkage && { linkage: linkage.map((rule) => ({ ...rule, when: renamedIn(rule.when, from, to) })) }),
    ...(rules && { rules: rules.map((rule) => renamedInRule(rule, from, to)) }),
  };
  return inner.length === 0
    ? own
    : withInnerFields(
        own,
        inner.map((each) => withNewReference(each, from, to)),
      );
}

function renamedIn(condition: Condition, from: string, to: string): Condition {
  const renameAll = (parts: readonly Condition[]) => parts.map((part) => renamedIn(part, from, to));
  if ('and' in condition) return { ...condition, and: renameAll(condition.and) };
  if ('or' in condition) return { ...condition, or: renameAll(condition.or) };
  if ('not' in condition) return { ...condition, not: renamedIn(condition.not, from, to) };
  return condition.field === from ? { ...condition, field: to } : condition;
}

function renamedInRule(rule: Rule, from: string, to: string): Rule {
  if (!readsOfRule(rule).includes(from)) return rule;
  if (rule.rule === 'process') {
    const fields = Object.entries(rule.fields).map(([key, id]) => [key, id === from ? to : id]);
    return { ...rule, fields: Object.fromEntries(fields) };
  }
  return rule.rule === 'certificate' ? { ...rule, categoryField: to } : ({ ...rule, field: to } as Rule);
}

/**
 * Returns the titles of the fields in a circle that a rule of linkage closes, from its own field to itself;
 * undefined if it closes none. `fields` are those beside the field.
 */
export function circleOfRule(
  fields: readonly FieldModel[],
  field: FieldModel,
  rule: Linkage,
): string[] | undefined {
  const byId = new Map(fields.map((each) => [each.id, each]));
  const visited = new Set<FieldModel>();
  const search = (ids: readonly string[]): string[] | undefined => {
    for (const id of ids) {
      const source = byId.get(id);
      if (source === undefined || visited.has(source)) continue;
      if (source.id === field.id) return [source.title];
      visited.add(source);
      const rest = search((source.linkage ?? []).flatMap(readsOfLinkage));
      if (rest) return [source.title, ...rest];
    }
    return undefined;
  };
  const circle = search(readsOfLinkage(rule));
  return circle && [field.title, ...circle];
}

/** Returns the ids of the fields that a rule of linkage reads. */
export function readsOfLinkage({ when }: Linkage): readonly string[] {
  return compileCondition(when, () => undefined).reads;
}

/** Returns the ids of the fields that a rule of validation reads. */
export function readsOfRule<R extends Rule>(rule: R): readonly string[] {
  const namedRule = namedRules[rule.rule] as NamedRule<R> | undefined;
  return namedRule?.reads?.(rule) ?? [];
}
