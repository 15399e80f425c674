import { needsValue } from './condition-text.ts';
import { optionLines, optionTreeLines, readOptionLines, readOptionTree } from './editing.ts';
import { innerFields } from './inner-fields.ts';
import { findKind } from './kinds/kinds.ts';
import { formLimits } from './limits.ts';
import { simpleEffectLabel } from './linkage-text.ts';
import {
  type Comparison,
  type Condition,
  type FieldModel,
  isOperator,
  type Linkage,
  type LinkageEffect,
  type Operator,
  type Option,
  optionsOf,
} from './model.ts';
import { isSame } from './same-value.ts';
import { isSecretModel } from './secret-values.ts';

/** Functions to edit linkage in the editor of forms. A rule that is not changed stays exactly as it is. */

const numberOperators: readonly Operator[] = ['equals', 'notEquals', 'greater', 'less', 'inRange', 'anyOf'];
const textOperators: readonly Operator[] = ['equals', 'notEquals', 'includes', 'anyOf', 'regexp'];
const sizeOperators: readonly Operator[] = ['sizeGreater', 'sizeLess'];
const filledOperators: readonly Operator[] = ['exists', 'empty'];

/** Returns the operators that fit a field, the most usual first; none if no condition can read it. */
export function operatorsFor(field: FieldModel): readonly Operator[] {
  const kind = findKind(field['x-component']);
  // A group is never empty as a whole; conditions read the fields inside it.
  if (!kind?.holdsValue || isSecretModel(field) || kind.nests === 'group') return [];
  if (kind.nests === 'rows' || kind.holdsFiles) return [...filledOperators, ...sizeOperators];
  if (kind.comparesAs === 'number') return [...numberOperators, ...filledOperators];
  if (kind.comparesAs === 'boolean') return ['equals', 'notEquals', ...filledOperators];
  const several = kind.takesSeveral(field['x-props'] ?? {});
  if (kind.takesOptions || kind.ownOptions)
    return several
      ? ['includes', 'anyOf', ...sizeOperators, ...filledOperators]
      : ['equals', 'notEquals', 'anyOf', ...filledOperators];
  if (kind.textual) return [...textOperators, ...sizeOperators, ...filledOperators];
  switch (kind.component) {
    case 'date':
    case 'time':
      return ['equals', 'notEquals', 'greater', 'less', 'inRange', ...filledOperators];
    case 'date-range':
      return ['rangeContains', ...filledOperators];
    case 'region':
      return ['includes', ...filledOperators];
    default:
      return filledOperators;
  }
}

/** Returns the fields that a condition may name at a place, without the field that has the rule. */
export function fieldsForConditions(
  fields: readonly FieldModel[],
  ruled: FieldModel,
  isHiddenByInner: (id: string) => boolean = () => false,
): FieldModel[] {
  const isReadable = (field: FieldModel) => operatorsFor(field).length > 0 && !isHiddenByInner(field.id);
  return fields.filter(
    (field) => field !== ruled && !innerFields(field).includes(ruled) && isReadable(field),
  );
}

/** The control for a compared value: the field or fields that it is typed into, or a list of texts or numbers. */
export type ValueControl = readonly FieldModel[] | 'list';

const textField = (id: string, title: string): FieldModel => ({ id, title, 'x-component': 'single-line' });

/** Returns the control for the value of a comparison of a field; undefined if the operator has no value. */
export function controlFor(field: FieldModel | undefined, is: Operator): ValueControl | undefined {
  if (!needsValue(is)) return undefined;
  if (is === 'sizeGreater' || is === 'sizeLess')
    return [{ id: 'value', title: '长度', 'x-component': 'number', 'x-props': { precision: 0 } }];
  if (is === 'regexp') return [textField('value', '格式（正则表达式）')];
  const own = field && ownValueField(field);
  const isChoice = own !== undefined && (own.options ?? []).length > 0;
  if (is === 'anyOf')
    return isChoice ? [{ ...own, 'x-component': 'select', 'x-props': { multiple: true } }] : 'list';
  if (is === 'rangeContains')
    return [
      field?.['x-component'] === 'date-range'
        ? { id: 'value', title: '日期', 'x-component': 'date' }
        : textField('value', '值'),
    ];
  if (is === 'includes')
    return [isChoice ? { ...own, 'x-component': 'select', 'x-props': {} } : textField('value', '值')];
  if (own === undefined || findKind(own['x-component'])?.nests !== undefined)
    return [textField('value', '值')];
  if (is === 'inRange')
    return [
      { ...own, id: 'from', title: '不小于' },
      { ...own, id: 'until', title: '不大于' },
    ];
  return [own];
}

/** Returns a field for a value of another field: of its kind, with all its options, and without its rules. */
export function ownValueField(field: FieldModel): FieldModel {
  const { 'x-component': name, 'x-props': props, columns, fields, options = [], linkage = [] } = field;
  const kind = findKind(name);
  const linked = linkage.flatMap(({ effects }) => effects.flatMap((effect) => optionsOf(effect) ?? []));
  const seen = new Set<string>();
  const offered = [...(kind?.ownOptions ?? options), ...linked].filter(
    ({ value }) => !seen.has(value) && seen.add(value),
  );
  // The options of an interface are not known here, and are typed.
  const isTyped = kind?.takesOptions === true && offered.length === 0;
  return {
    id: 'value',
    title: '值',
    'x-component': isTyped ? 'single-line' : name,
    ...(props && { 'x-props': props }),
    ...((kind?.takesOptions || kind?.ownOptions) && !isTyped && { options: offered }),
    ...(columns && { columns: columns.map(withoutConditions) }),
    ...(fields && { fields: fields.map(withoutConditions) }),
  };
}

function withoutConditions(field: FieldModel): FieldModel {
  return { ...ownValueField(field), id: field.id, title: field.title };
}

/** Returns the values of the fields of a control for a compared value. */
export function valuesForControl(control: readonly FieldModel[], value: unknown): Record<string, unknown> {
  if (control.length === 1) return { value };
  const [from, until] = Array.isArray(value) ? value : [];
  return { from, until };
}

/** Returns the compared value of the values of a control. */
export function valueOfControl(
  control: readonly FieldModel[],
  values: Readonly<Record<string, unknown>>,
): unknown {
  return control.length === 1 ? values.value : [values.from, values.until];
}

/** Returns a comparison with another field or operator; the value stays if it still fits. */
export function withOperator(
  comparison: Comparison,
  field: FieldModel | undefined,
  change: Partial<Pick<Comparison, 'field' | 'is'>>,
): Comparison {
  const operators = field ? operatorsFor(field) : [];
  const wanted = change.is ?? comparison.is;
  const is = change.is || operators.includes(wanted) ? wanted : (operators[0] ?? wanted);
  const { value, ...others } = { ...comparison, ...change, is };
  if (!needsValue(is)) return others;
  const fits = comparison.value !== undefined && isShownValue(field, { ...others, value });
  return { ...others, value: fits && change.field === undefined ? value : emptyValue(field, is) };
}

function emptyValue(field: FieldModel | undefined, is: Operator): unknown {
  const control = controlFor(field, is);
  if (control === 'list') return [];
  if (control?.length === 2) return ['', ''];
  return findKind(control?.[0]?.['x-component'])?.empty ?? '';
}

/** Returns a rule to begin with: the author chooses its field. */
export function newRule(): Linkage {
  return { when: newComparison(), effects: ['show'] };
}

export function newComparison(): Comparison {
  return { field: '', is: 'equals', value: '' };
}

/** Returns the levels of a condition: 1 for a comparison, one more for each combination around it. */
export function depthOf(condition: Condition): number {
  if ('and' in condition) return 1 + Math.max(0, ...condition.and.map(depthOf));
  if ('or' in condition) return 1 + Math.max(0, ...condition.or.map(depthOf));
  return 'not' in condition ? 1 + depthOf(condition.not) : 1;
}

/** The effects that have no value, in the order of the editor. */
const simpleEffects = Object.keys(simpleEffectLabel) as (keyof typeof simpleEffectLabel)[];

export type EffectName = keyof typeof simpleEffectLabel | 'setValue' | 'setOptions';

export function nameOfEffect(effect: LinkageEffect): EffectName {
  if (typeof effect === 'string') return effect;
  return 'setValue' in effect ? 'setValue' : 'setOptions';
}

/** Returns the effects that a field can have. */
export function effectsFor(field: FieldModel): EffectName[] {
  const kind = findKind(field['x-component']);
  if (!kind?.holdsValue) return ['show', 'hide'];
  return [
    ...simpleEffects,
    ...(kind.writeOnly || kind.holdsFiles || field.computed !== undefined ? [] : (['setValue'] as const)),
    ...(kind.takesOptions && field.optionsInterface === undefined ? (['setOptions'] as const) : []),
  ];
}

/** Returns the effects with one of them changed, added at the end, or removed; the others stay where they are. */
export function withEffect(
  effects: readonly LinkageEffect[],
  name: EffectName,
  effect: LinkageEffect | undefined,
): LinkageEffect[] {
  const index = effects.findIndex((each) => nameOfEffect(each) === name);
  if (effect === undefined) return effects.filter((_, at) => at !== index);
  return index < 0 ? [...effects, effect] : effects.with(index, effect);
}

/**
 * Returns why the controls of the editor cannot show a rule of linkage; undefined if they can. Such a rule is shown
 * as JSON, and stays as it is. `rule` may come from a file.
 */
export function reasonNotShown(
  rule: unknown,
  field: FieldModel,
  scope: ReadonlyMap<string, FieldModel>,
): string | undefined {
  if (!isJson(rule) || !Array.isArray(rule.effects)) return '不是一条完整的联动';
  const other = otherMember(rule, ['when', 'effects']);
  if (other !== undefined) return other;
  const names = rule.effects.map((effect: unknown) => nameOfUnknownEffect(effect));
  if (names.includes(undefined)) return '含有不认识的效果';
  if (new Set(names).size < names.length) return '同一种效果出现了多次';
  for (const effect of rule.effects as LinkageEffect[]) {
    const reason = reasonOfEffect(effect, field);
    if (reason !== undefined) return reason;
  }
  return reasonOfCondition(rule.when, scope, formLimits.conditionDepth);
}

function reasonOfCondition(
  condition: unknown,
  scope: ReadonlyMap<string, FieldModel>,
  depth: number,
): string | undefined {
  if (depth === 0) return '条件嵌套过深';
  if (!isJson(condition)) return '条件不完整';
  if ('not' in condition) {
    if (isJson(condition.not) && 'not' in condition.not) return '条件中有连续两次“不满足”';
    return otherMember(condition, ['not']) ?? reasonOfCondition(condition.not, scope, depth - 1);
  }
  const key = 'and' in condition ? 'and' : 'or' in condition ? 'or' : undefined;
  if (key !== undefined) {
    const parts = condition[key];
    if (!Array.isArray(parts)) return '条件不完整';
    const reasons = parts.map((part: unknown) => reasonOfCondition(part, scope, depth - 1));
    return otherMember(condition, [key]) ?? reasons.find((reason) => reason !== undefined);
  }
  const { field, is, value } = condition;
  if (typeof field !== 'string' || !isOperator(is)) return '条件不完整';
  const other = otherMember(condition, needsValue(is) ? ['field', 'is', 'value'] : ['field', 'is']);
  if (other !== undefined) return other;
  const source = scope.get(field);
  if (isShownValue(source, { field, is, value })) return undefined;
  return `与“${source?.title ?? field}”比较的值不是该字段的值`;
}

/** Checks whether the control for the value of a comparison shows the value as it is. */
function isShownValue(field: FieldModel | undefined, { is, value }: Comparison): boolean {
  const control = controlFor(field, is);
  if (control === undefined) return true;
  if (control === 'list')
    return Array.isArray(value) && value.every((each) => ['string', 'number'].includes(typeof each));
  if (control.length === 2 && !(Array.isArray(value) && value.length === 2)) return false;
  const values = valuesForControl(control, value);
  return control.every((each) => isShownIn(each, values[each.id]));
}

/** Checks whether the control of a field shows a value as it is: one of its kind, or a text as it was typed. */
function isShownIn({ 'x-component': name }: FieldModel, value: unknown): boolean {
  const kind = findKind(name);
  if (kind === undefined || value === undefined || value === null) return kind !== undefined;
  const isTyped =
    typeof value === 'string' &&
    (typeof kind.empty === 'string' || kind.problemOfText?.(value) !== undefined);
  return isTyped || isSame(kind.normalise(value), value);
}

function reasonOfEffect(effect: LinkageEffect, field: FieldModel): string | undefined {
  if (typeof effect === 'string') return undefined;
  const options = optionsOf(effect);
  if (options !== undefined)
    return isSame(readOptions(field, linesOfOptions(field, options)), options)
      ? undefined
      : '选项含有此处没有的内容';
  if (!('setValue' in effect)) return undefined;
  return isShownIn(ownValueField(field), effect.setValue) ? undefined : '填入的值不是本字段的值';
}

/** Returns options as lines of text, as the editor of the field shows them. */
export function linesOfOptions(field: FieldModel, options: readonly Option[]): string {
  return isTree(field) ? optionTreeLines(options) : optionLines(options);
}

export function readOptions(field: FieldModel, text: string): Option[] {
  return isTree(field) ? readOptionTree(text) : readOptionLines(text);
}

const isTree = (field: FieldModel) => findKind(field['x-component'])?.optionLevels !== undefined;

function nameOfUnknownEffect(effect: unknown): EffectName | undefined {
  if (typeof effect === 'string') return simpleEffects.find((name) => name === effect);
  if (!isJson(effect)) return undefined;
  const [name, ...others] = Object.keys(effect);
  return others.length === 0 && (name === 'setValue' || name === 'setOptions') ? name : undefined;
}

function otherMember(json: object, known: readonly string[]): string | undefined {
  const other = Object.keys(json).find((key) => !known.includes(key));
  return other === undefined ? undefined : `含有此处没有的设置“${other}”`;
}

const isJson = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
