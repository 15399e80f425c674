import { compilePattern } from '../patterns/safe-pattern.ts';
import { maxProblems, type Problem } from '../refusals/refusals.ts';
import { compileCondition } from './condition.ts';
import { innerFields, innerPrefix } from './inner-fields.ts';
import { findKind } from './kinds/kinds.ts';
import { formLimits } from './limits.ts';
import { circleOfRule, type FieldPlace, problemOfReference, scopeOfPlace } from './linkage-references.ts';
import { simpleEffectLabel } from './linkage-text.ts';
import { problemOfSetValue } from './lint-values.ts';
import {
  type Comparison,
  type Condition,
  type FieldModel,
  type Linkage,
  type LinkageEffect,
  optionsOf,
} from './model.ts';
import { flatOptions } from './option-tree.ts';
import { hintsOfSameNames } from './same-names.ts';
import { modelHoldsSecret } from './secret-values.ts';

/** Findings about the linkage of a form: errors prevent its publication, hints do not. */
export interface LinkageFindings {
  errors: readonly Problem[];
  hints: readonly Problem[];
}

/**
 * Finds linkage that cannot work as its author means it: comparisons with values that the field never has, headings
 * that read their own section, fields that never show, and effects that never come true. Every field and comparison
 * is read once; their number is limited by `checkFormSize`.
 */
export function lintLinkage(fields: readonly FieldModel[]): LinkageFindings {
  const errors: Problem[] = [];
  const hints: Problem[] = [];
  const byId = new Map(fields.map((field) => [field.id, field]));
  const sectionOf = sectionsOf(fields);
  /** Fields that are never shown; headings come before the fields of their section. */
  const neverShown = new Set<string>();
  const lint = (field: FieldModel, path: string, scope: ReadonlyMap<string, FieldModel>): void => {
    const { linkage = [] } = field;
    const ownSection = field['x-component'] === 'heading' ? field.id : undefined;
    for (const { when } of linkage)
      for (const message of problemsOfComparisons(
        when,
        scope,
        (id) => ownSection !== undefined && sectionOf.get(id) === ownSection,
      ))
        errors.push({ field: path, message });
    const neverHolds = (condition: Condition) => isImpossible(condition, scope);
    const isHiddenForEver = linkage.some(
      ({ when, effects }) => effects.includes('hide') && isImpossible({ not: when }, scope),
    );
    const showing = linkage.filter(({ effects }) => effects.includes('show'));
    const isNeverShown =
      isHiddenForEver ||
      (showing.length > 0 && showing.every(({ when }) => neverHolds(when))) ||
      (path === field.id && neverShown.has(sectionOf.get(field.id) ?? ''));
    if (isNeverShown) {
      if (path === field.id) neverShown.add(field.id);
      hints.push({ field: path, message: field.required ? '必填，但永远不会显示' : '永远不会显示' });
      return;
    }
    if (patternsOf(field).some(isExpensive))
      hints.push({ field: path, message: '格式规则（正则表达式）较复杂，填写长文字时会变慢，请尽量简化' });
    for (const entry of linkage)
      if (neverHolds(entry.when)) hints.push({ field: path, message: unreachableText(entry) });
  };
  const lintAll = (
    list: readonly FieldModel[],
    prefix: string,
    scope: ReadonlyMap<string, FieldModel>,
  ): void => {
    for (const field of list) {
      const path = prefix + field.id;
      lint(field, path, scope);
      const inner = innerFields(field);
      if (inner.length === 0) continue;
      const scopeInside = new Map([...scope, ...inner.map((each) => [each.id, each] as const)]);
      lintAll(inner, innerPrefix(field, path), scopeInside);
    }
  };
  lintAll(fields, '', byId);
  return { errors, hints };
}

/**
 * Returns the comparisons of a condition that cannot work; `isInOwnSection` tells fields below the heading that has
 * it.
 */
function problemsOfComparisons(
  when: Condition,
  scope: ReadonlyMap<string, FieldModel>,
  isInOwnSection: (id: string) => boolean,
): string[] {
  return comparisonsOf(when).flatMap((comparison) => {
    const source = scope.get(comparison.field);
    const problem = source && problemOfComparison(source, comparison);
    return [
      ...(problem === undefined ? [] : [problem]),
      ...(isInOwnSection(comparison.field)
        ? [`标题的联动引用了本节的字段“${source?.title}”，本节隐藏后它就是空的，不会再显示`]
        : []),
    ];
  });
}

/**
 * Returns every problem of one rule of linkage, for its editor: those that prevent publication, and a condition that
 * never holds. `place` is that of its field.
 */
export function problemsOfRule(rule: Linkage, field: FieldModel, place: FieldPlace): string[] {
  const { when, effects } = rule;
  const scope = scopeOfPlace(place);
  const beside = place.levels.at(-1)?.fields ?? [];
  const problems: string[] = [];
  if (comparisonsOf(when).some(({ field: id }) => id === '')) problems.push('条件尚未选择字段');
  const { reads } = compileCondition(when, (message) => problems.push(message));
  for (const id of reads) if (id !== '') problems.push(...[problemOfReference(id, scope) ?? []].flat());
  const ownSection = place.levels.length === 1 && field['x-component'] === 'heading' ? field.id : undefined;
  const sectionOf = sectionsOf(ownSection === undefined ? [] : beside);
  const isInOwnSection = (id: string) => ownSection !== undefined && sectionOf.get(id) === ownSection;
  problems.push(...problemsOfComparisons(when, scope, isInOwnSection));
  const circle = circleOfRule(beside, field, rule);
  if (circle) problems.push(`联动形成循环：${circle.join(' → ')}`);
  if (effects.length === 0) problems.push('尚未选择效果');
  for (const effect of effects) problems.push(...[problemOfSetValue(field, effect) ?? []].flat());
  if (problems.length === 0 && isImpossible(when, scope)) problems.push(unreachableText(rule));
  return [...new Set(problems)];
}

/** Returns everything about the fields that an author should look at, and that does not prevent publication. */
export function hintsOfFields(fields: readonly FieldModel[]): Problem[] {
  return [...hintsOfSameNames(fields), ...lintLinkage(fields).hints].slice(0, maxProblems);
}

function sectionsOf(fields: readonly FieldModel[]): Map<string, string> {
  const sections = new Map<string, string>();
  let heading: string | undefined;
  for (const { id, 'x-component': kind } of fields) {
    if (kind === 'heading') heading = id;
    else if (heading !== undefined) sections.set(id, heading);
  }
  return sections;
}

function comparisonsOf(condition: Condition): Comparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisonsOf);
  if ('or' in condition) return condition.or.flatMap(comparisonsOf);
  return 'not' in condition ? comparisonsOf(condition.not) : [condition];
}

/** Returns why a comparison never holds, or always does, whatever the field contains; undefined if it may. */
function problemOfComparison(source: FieldModel, { is, value }: Comparison): string | undefined {
  const kind = findKind(source['x-component']);
  if (kind === undefined || value === undefined || value === '' || value === null) return undefined;
  const name = `“${source.title}”`;
  const countsOnly = ['exists', 'empty', 'sizeGreater', 'sizeLess'].includes(is);
  // The browser has only masks, also in rows.
  if (!countsOnly && innerFields(source).some(modelHoldsSecret))
    return `联动不能比较${name}的内容，其中有脱敏或密码的字段`;
  if (is === 'equals' || is === 'notEquals' || is === 'greater' || is === 'less') {
    const isNumber = typeof value === 'number';
    if (kind.comparesAs === 'number' && !isNumber)
      return `联动把数字字段${name}与“${String(value)}”比较，应为数字`;
    if (
      kind.comparesAs === 'boolean' &&
      typeof value !== 'boolean' &&
      (is === 'equals' || is === 'notEquals')
    )
      return `联动把开关字段${name}与“${String(value)}”比较，应为“是”或“否”`;
    if (isNumber && kind.comparesAs === undefined && typeof kind.empty === 'string')
      return `联动把字段${name}与数字 ${value} 比较，其值是文字`;
  }
  if (!kind.holdsValue) return `联动引用了没有值的字段${name}`;
  const options = optionValues(source);
  const isChoice = is === 'equals' || is === 'notEquals' || is === 'includes' || is === 'anyOf';
  if (options === undefined || !isChoice) return undefined;
  const missing = [value].flat().filter((each) => typeof each === 'string' && !options.has(each));
  return missing.length === 0 ? undefined : `联动引用了${name}没有的选项“${missing.join('、')}”`;
}

/** Returns the values of all options that a field may offer; undefined if it has no options of its own. */
function optionValues({
  'x-component': name,
  options = [],
  linkage = [],
}: FieldModel): Set<string> | undefined {
  const kind = findKind(name);
  if (!kind?.takesOptions) return undefined;
  const linked = linkage.flatMap(({ effects }) => effects.flatMap((effect) => optionsOf(effect) ?? []));
  return new Set(flatOptions([...(kind.ownOptions ?? options), ...linked]).map(({ value }) => value));
}

/** Checks whether a condition contradicts itself, so that it never holds; false if it may hold. */
function isImpossible(condition: Condition, scope: ReadonlyMap<string, FieldModel>): boolean {
  if ('or' in condition) return condition.or.every((part) => isImpossible(part, scope));
  if ('not' in condition) return isCertain(condition.not, scope);
  if ('and' in condition)
    return condition.and.some((part) => isImpossible(part, scope)) || contradicts(condition.and);
  const source = scope.get(condition.field);
  return (
    condition.is === 'equals' && source !== undefined && problemOfComparison(source, condition) !== undefined
  );
}

/** Checks whether a condition always holds. */
function isCertain(condition: Condition, scope: ReadonlyMap<string, FieldModel>): boolean {
  if ('and' in condition) return condition.and.every((part) => isCertain(part, scope));
  if ('or' in condition)
    return condition.or.some((part) => isCertain(part, scope)) || completes(condition.or);
  return 'not' in condition ? isImpossible(condition.not, scope) : false;
}

/** The comparisons of one field among the parts of *and* or *or*. */
interface ComparedField {
  equals: Set<unknown>;
  notEquals: Set<unknown>;
  exists: boolean;
  empty: boolean;
}

function byField(parts: readonly Condition[]): ComparedField[] {
  const found = new Map<string, ComparedField>();
  for (const part of parts) {
    if (!('field' in part)) continue;
    const compared = found.get(part.field) ?? {
      equals: new Set(),
      notEquals: new Set(),
      exists: false,
      empty: false,
    };
    found.set(part.field, compared);
    if (part.is === 'equals' || part.is === 'notEquals') compared[part.is].add(part.value);
    if (part.is === 'exists' || part.is === 'empty') compared[part.is] = true;
  }
  return [...found.values()];
}

/** Checks whether a field is compared in two ways of which exactly one holds. */
function excludesItself({ equals, notEquals, exists, empty }: ComparedField): boolean {
  return (exists && empty) || [...equals].some((value) => notEquals.has(value));
}

/** Checks whether the parts of *and* require two different values of one field, or a value and none. */
function contradicts(parts: readonly Condition[]): boolean {
  return byField(parts).some((compared) => compared.equals.size > 1 || excludesItself(compared));
}

/** Checks whether one of the parts of *or* holds in any case. */
function completes(parts: readonly Condition[]): boolean {
  return byField(parts).some(excludesItself);
}

function patternsOf({ rules = [], linkage = [] }: FieldModel): unknown[] {
  return [
    ...rules.flatMap((rule) => (rule.rule === 'pattern' ? [rule.value] : [])),
    ...linkage.flatMap(({ when }) =>
      comparisonsOf(when).flatMap(({ is, value }) => (is === 'regexp' ? [value] : [])),
    ),
  ];
}

function isExpensive(source: unknown): boolean {
  const pattern = compilePattern(typeof source === 'string' ? source : '');
  return 'states' in pattern && pattern.states > formLimits.cheapPatternStates;
}

function unreachableText({ effects }: Linkage): string {
  return `联动的条件不可能成立，${effects.map(effectText).join('、')}不会发生`;
}

function effectText(effect: LinkageEffect): string {
  if (typeof effect === 'string') return simpleEffectLabel[effect];
  return 'setValue' in effect
    ? '自动填入'
    : `选项“${effect.setOptions.map(({ label }) => label).join('、')}”`;
}
