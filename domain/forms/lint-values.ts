import type { Problem } from '../refusals/refusals.ts';
import { fieldsWithPaths, innerFields } from './inner-fields.ts';
import { todayDefault } from './kinds/date/date.ts';
import type { FieldKind } from './kinds/kind.ts';
import { findKind } from './kinds/kinds.ts';
import { withRemoteOptions } from './kinds/remote-choices.ts';
import { type FieldModel, type LinkageEffect, optionsOf, type Rule } from './model.ts';
import { isEntry } from './nested-values.ts';
import { PatternCost } from './pattern-cost.ts';
import type { NamedRule, RuleContext } from './rules/rule.ts';
import { namedRules } from './rules/rules.ts';

/**
 * Finds the fixed values of a form that the checks of their own field refuse: defaults, and values that linkage
 * sets; and bounds that no value satisfies.
 */
export function lintValues(fields: readonly FieldModel[]): Problem[] {
  const work = new PatternCost();
  return fieldsWithPaths(fields).flatMap(({ path, field }) => {
    const messages = [
      problemOfDefault(field),
      problemOfBounds(field),
      ...(field.linkage ?? []).flatMap(({ effects }) =>
        effects.map((effect) => problemOfSetValue(field, effect, work)),
      ),
    ];
    return messages.flatMap((message) => (message === undefined ? [] : [{ field: path, message }]));
  });
}

/** Returns the problem of a default value that the kind reads but does not accept. */
function problemOfDefault(field: FieldModel): string | undefined {
  const { 'x-component': kindName, default: suggested } = field;
  const kind = findKind(kindName);
  if (suggested === undefined || kind === undefined) return undefined;
  if (kindName === 'date' && suggested === todayDefault) return undefined;
  if (kind.nests === 'rows') return undefined;
  if (kind.nests === 'group') return '默认值应写在其中的字段上';
  if (!kind.holdsValue || kind.writeOnly || kind.secretParts) return '该类型的字段没有默认值';
  const value = kind.normalise(suggested);
  // A value of another shape is reported with the other problems of the form.
  if (value === undefined) return undefined;
  const [problem] = kind.validate(value, contextOf(field));
  if (problem === undefined) return undefined;
  return kindName === 'date' ? '默认值应为日期，或填写 today 表示当天' : `默认值有误：${problem}`;
}

const boundPairs = [
  ['min', 'max'],
  ['minLength', 'maxLength'],
] as const;

function problemOfBounds({ rules = [] }: FieldModel): string | undefined {
  const valuesOf = (name: string) =>
    rules.flatMap((rule) =>
      rule.rule === name && 'value' in rule && typeof rule.value === 'number' ? [rule.value] : [],
    );
  const isImpossible = boundPairs.some(([lower, upper]) => {
    const most = Math.min(...valuesOf(upper));
    return Math.max(...valuesOf(lower)) > most || (upper === 'maxLength' && most < 1);
  });
  return isImpossible ? '没有值能同时符合该字段的上下限，请修改' : undefined;
}

/**
 * Returns why the checks of a field refuse the value that an effect sets: its type, its options, its rules that
 * compare with no other field (S2 §5). `work` limits the patterns of all values that are checked together.
 */
export function problemOfSetValue(
  field: FieldModel,
  effect: LinkageEffect,
  work = new PatternCost(),
): string | undefined {
  if (typeof effect === 'string' || !('setValue' in effect)) return undefined;
  const kind = findKind(field['x-component']);
  // The value of a password is refused with the other problems of the form.
  if (kind === undefined || kind.writeOnly) return undefined;
  if (!kind.holdsValue) return `联动不能填写“${field.title}”，该类型的字段没有值`;
  const problem = problemOfValue(field, effect.setValue, work);
  return problem === undefined ? undefined : `联动填入的值有误：${problem}`;
}

function problemOfValue(field: FieldModel, given: unknown, work: PatternCost): string | undefined {
  const ownKind = findKind(field['x-component']);
  if (ownKind === undefined) return undefined;
  const kind = field.optionsInterface === undefined ? ownKind : withRemoteOptions(ownKind);
  const value = kind.normalise(given ?? null);
  if (value === undefined) {
    const problem = typeof given === 'string' ? kind.problemOfText?.(given) : undefined;
    return problem ?? `“${textOf(given)}”与字段“${field.title}”的类型不符`;
  }
  if (kind.isEmpty(value)) return undefined;
  const [problem] = kind.validate(value, contextOf(field));
  return problem ?? problemOfRules(field, kind, value, work) ?? problemInside(field, value, work);
}

/** Returns the problem of the first value inside the rows of a table or list, or inside a group. */
function problemInside(field: FieldModel, value: unknown, work: PatternCost): string | undefined {
  for (const entry of Array.isArray(value) ? value : [value]) {
    if (!isEntry(entry)) continue;
    for (const inner of innerFields(field)) {
      const problem = Object.hasOwn(entry, inner.id)
        ? problemOfValue(inner, entry[inner.id], work)
        : undefined;
      if (problem !== undefined) return `${inner.title}：${problem}`;
    }
  }
  return undefined;
}

/** The bounds of days that change with time are not checked: today is not the day of the submission. */
const fixedContext = { read: () => undefined, today: '' as RuleContext['today'] };

function problemOfRules(
  { rules = [] }: FieldModel,
  kind: FieldKind,
  value: unknown,
  work: PatternCost,
): string | undefined {
  for (const rule of rules) {
    const problem = problemOfRule(rule, kind, value, work);
    if (problem !== undefined) return rule.message ?? problem;
  }
  return undefined;
}

function problemOfRule<R extends Rule>(
  rule: R,
  kind: FieldKind,
  value: unknown,
  work: PatternCost,
): string | undefined {
  const namedRule = namedRules[rule.rule] as NamedRule<R> | undefined;
  const isRelative = rule.rule === 'process' || ('value' in rule && rule.value === 'today');
  if (!namedRule || isRelative || namedRule.reads?.(rule).length) return undefined;
  const check = namedRule.compile(rule);
  // A rule that does not compile is reported with the other problems of the form.
  if (typeof check !== 'function') return undefined;
  const text = kind.ruleText?.(value) ?? value;
  const checked = typeof text === 'string' && kind.textual ? (namedRule.readNumber?.(text) ?? text) : text;
  return check(checked, { ...fixedContext, work });
}

/** Returns the options that a field may offer, also by its linkage, and its properties. */
function contextOf({ 'x-component': name, 'x-props': props = {}, options = [], linkage = [] }: FieldModel) {
  const linked = linkage.flatMap(({ effects }) => effects.flatMap((effect) => optionsOf(effect) ?? []));
  return { props, options: [...(findKind(name)?.ownOptions ?? options), ...linked] };
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
