import { isInheritedProperty } from '#domain/texts/characters.ts';
import { canBeColumn, canBeInside, findKind, isKindName } from '../kinds/kinds.ts';
import { formLimits } from '../limits.ts';
import type { Condition, FieldModel, Linkage, LinkageEffect } from '../model.ts';
import { type FindField, readCondition } from './condition-text.ts';
import {
  forFieldsOfGroup,
  type ReportOmission,
  type SourceCondition,
  type SourceEffect,
  type SourceField,
} from './source.ts';

/** A field of the source at its place in our form. */
interface PlacedField {
  source: SourceField;
  id: string;
  children: PlacedField[];
}

/**
 * Returns our fields for those of a foreign schema: gives every field a valid id, replaces kinds that do not exist
 * here, and reads the conditions, whose references follow the new ids.
 */
export function assembleFields(sources: readonly SourceField[], report: ReportOmission): FieldModel[] {
  const flat = withCompleteSections(flatten(sources, { kind: 'form', depth: 0 }, report), report);
  if (flat.length > formLimits.fields)
    report(flat[formLimits.fields]?.path ?? '', `字段超过${formLimits.fields}个，以后的未取用`);
  const placed = place(flat.slice(0, formLimits.fields), report);
  const form = scopeOf(placed);
  return placed.map((field) => assemble(field, { own: form, form, nearerIds: new Set() }, report));
}

/** The list of fields that is read: of the form, of a table, or of a list or an object. */
interface FlattenedList {
  kind: 'form' | 'row' | 'entry';
  /** Number of fields around. */
  depth: number;
}

/**
 * Returns the fields of one list. A group that cannot be there, because it is in a table or too deep, is replaced
 * by its fields.
 */
function flatten(
  sources: readonly SourceField[],
  { kind: list, depth }: FlattenedList,
  report: ReportOmission,
): SourceField[] {
  return sources.flatMap((source) => {
    const { model, path, children } = source;
    const kind = model['x-component'];
    const isTooDeep = depth >= formLimits.nesting;
    if (findKind(kind)?.nests === 'group' && (list === 'row' || isTooDeep)) {
      const conditions = source.conditions.map(forFieldsOfGroup);
      const fields = flatten(children ?? [], { kind: list, depth }, report).map((field) => ({
        ...field,
        conditions: [...conditions, ...field.conditions],
      }));
      return fields;
    }
    if (list === 'row' && !(isKindName(kind) && canBeColumn(kind))) {
      report(path, '表格的列不能是这种类型，未取用');
      return [];
    }
    if (list === 'entry' && !(isKindName(kind) && canBeInside(kind))) {
      report(path, '列表和对象中不能有这种类型，未取用');
      return [];
    }
    if (children === undefined) return [source];
    if (isTooDeep) {
      report(path, `嵌套超过${formLimits.nesting}层，未取用`);
      return [];
    }
    const inner = flatten(children, { kind: kind === 'table' ? 'row' : 'entry', depth: depth + 1 }, report);
    if (inner.length === 0) {
      report(path, `没有可以取用的${kind === 'table' ? '列' : '字段'}，未取用`);
      return [];
    }
    if (inner.length > formLimits.columns) report(path, `列超过${formLimits.columns}个，以后的未取用`);
    return [{ ...source, children: inner.slice(0, formLimits.columns) }];
  });
}

/**
 * Removes the conditions of a heading below which, before the next heading, stands a field without them: a heading
 * that is hidden hides all fields up to the next one.
 */
function withCompleteSections(fields: readonly SourceField[], report: ReportOmission): SourceField[] {
  const isHeading = ({ model }: SourceField) => model['x-component'] === 'heading';
  return fields.map((field, index) => {
    if (!isHeading(field) || field.conditions.length === 0) return field;
    const following = fields.slice(index + 1);
    const end = following.findIndex(isHeading);
    const section = end < 0 ? following : following.slice(0, end);
    const isComplete = section.every(({ conditions }) =>
      field.conditions.every((condition) => conditions.includes(condition)),
    );
    if (isComplete) return field;
    report(field.path, '标题之后还有不属于它的字段，标题的显示条件未取用');
    return { ...field, conditions: [] };
  });
}

const validId = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

function isValidId(name: string): boolean {
  return validId.test(name) && !isInheritedProperty(name);
}

/** Gives the fields of one list their ids: valid unique names stay, the others change. */
function place(sources: readonly SourceField[], report: ReportOmission, prefix = ''): PlacedField[] {
  const used = new Set<string>();
  const names = sources.map(({ name }) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
  const keeps = names.map((name) => {
    const isKept = isValidId(name) && !used.has(name);
    if (isKept) used.add(name);
    return isKept;
  });
  return sources.map((source, index) => {
    const { path, model, children = [] } = source;
    const name = names[index] ?? '';
    const id = keeps[index] ? name : unusedId(name, used);
    used.add(id);
    const holdsValue = findKind(model['x-component'])?.holdsValue !== false;
    if (id !== name && holdsValue)
      report(path, `标识“${name.slice(0, 60)}”改为“${id}”，引用它的条件随之更改`);
    return { source, id, children: place(children, report, `${source.name}.`) };
  });
}

/** Returns a valid id that resembles a name: `apply_date` becomes `applyDate`. */
function unusedId(name: string, used: ReadonlySet<string>): string {
  const words = name
    .slice(0, 200)
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const started = /^[A-Za-z]/.test(joined) ? joined : `field${joined}`;
  const base = started.slice(0, 58);
  if (base !== 'field' && isValidId(base) && !used.has(base)) return base;
  let number = base === 'field' ? 1 : 2;
  while (used.has(`${base}${number}`) || !isValidId(`${base}${number}`)) number += 1;
  return `${base}${number}`;
}

interface FieldsOfList {
  byName: ReadonlyMap<string, PlacedField>;
  ids: ReadonlySet<string>;
}

function scopeOf(fields: readonly PlacedField[]): FieldsOfList {
  // Conditions mean the first of two fields with the same name.
  const entries = fields.map((field) => [field.source.name, field] as const).toReversed();
  return { byName: new Map(entries), ids: new Set(fields.map(({ id }) => id)) };
}

interface Scope {
  /** Fields of the same list. */
  own: FieldsOfList;
  form: FieldsOfList;
  /** Ids of the fields in the lists around, and in that of the field, which come before those of the form. */
  nearerIds: ReadonlySet<string>;
}

function assemble({ source, id, children }: PlacedField, scope: Scope, report: ReportOmission): FieldModel {
  const { model } = source;
  const linkage = linkageOf(source.conditions, scope, report);
  const childKey = model['x-component'] === 'table' ? 'columns' : 'fields';
  const own = scopeOf(children);
  const inner: Scope = { own, form: scope.form, nearerIds: new Set([...scope.nearerIds, ...own.ids]) };
  return {
    id,
    ...model,
    ...(linkage.length > 0 && { linkage }),
    ...(children.length > 0 && { [childKey]: children.map((child) => assemble(child, inner, report)) }),
  };
}

/** Our effects for each effect of a source; the condition is negated for the last two. */
const effectOf: Readonly<Record<SourceEffect, { effect: LinkageEffect; isNegated?: true }>> = {
  show: { effect: 'show' },
  hide: { effect: 'hide' },
  require: { effect: 'require' },
  disable: { effect: 'disable' },
  hideUnless: { effect: 'hide', isNegated: true },
  enable: { effect: 'disable', isNegated: true },
};

function linkageOf(conditions: readonly SourceCondition[], scope: Scope, report: ReportOmission): Linkage[] {
  const linkage: Linkage[] = [];
  for (const { effects, text, dialect, resolve, path } of conditions) {
    if (linkage.length >= formLimits.linkagesOfField) {
      report(path, `一个字段的联动超过${formLimits.linkagesOfField}条，以后的未取用`);
      break;
    }
    const condition = readCondition(text, dialect, finderOf(scope, resolve));
    if ('reason' in condition) {
      report(path, condition.reason);
      continue;
    }
    // Effects whose condition is negated stand in a linkage of their own.
    for (const isNegated of [undefined, true]) {
      const ours = effects.map((name) => effectOf[name]).filter((each) => each.isNegated === isNegated);
      if (ours.length === 0) continue;
      const when: Condition = isNegated ? { not: condition } : condition;
      if (depthOf(when) > formLimits.conditionDepth) {
        report(path, '条件嵌套过深，未取用');
        continue;
      }
      linkage.push({ when, effects: ours.map(({ effect }) => effect) });
    }
  }
  return linkage;
}

function depthOf(condition: Condition): number {
  const parts =
    'and' in condition
      ? condition.and
      : 'or' in condition
        ? condition.or
        : 'not' in condition
          ? [condition.not]
          : [];
  return 1 + Math.max(0, ...parts.map(depthOf));
}

/** Returns the function that finds the field which a reference of a condition names. */
function finderOf({ own, form, nearerIds }: Scope, resolve: SourceCondition['resolve']): FindField {
  return (reference) => {
    const name = resolve(reference);
    if (name === undefined) return undefined;
    const isOwn = name.startsWith('.');
    const found = isOwn ? own.byName.get(name.slice(1)) : form.byName.get(name);
    if (found === undefined) return undefined;
    // A field of the form that has the id of a nearer one cannot be named here.
    if (!isOwn && nearerIds.has(found.id)) return undefined;
    const kind = findKind(found.source.model['x-component']);
    if (kind === undefined || !kind.holdsValue) return undefined;
    return { id: found.id, kind, props: found.source.model['x-props'] ?? {} };
  };
}
