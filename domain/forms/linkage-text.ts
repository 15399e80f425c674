import { conditionText } from './condition-text.ts';
import { findKind } from './kinds/kinds.ts';
import type { Comparison, FieldModel, Linkage, LinkageEffect, Option } from './model.ts';
import { flatOptions } from './option-tree.ts';

/** Returns the fields that linkage and rules of a field may name, by id. */
export type FieldLookup = (id: string) => FieldModel | undefined;

/** Returns a rule of linkage of a field as one sentence: `当“信访形式”等于“来访”时：显示、必填`. */
export function linkageText({ when, effects }: Linkage, field: FieldModel, lookup: FieldLookup): string {
  const condition = conditionText(
    when,
    (id) => (id === '' ? '（未选字段）' : `“${lookup(id)?.title.trim() || id}”`),
    (comparison) => comparedText(comparison, lookup(comparison.field)),
    '',
  );
  const results = effects.map((effect) => effectText(effect, field)).join('、');
  return `当${condition}时：${results || '（未设效果）'}`;
}

function comparedText({ is, value }: Comparison, field: FieldModel | undefined): string {
  const texts = Array.isArray(value) && isListOfValues(field, value) ? value : [value];
  const quoted = texts.map((each) => {
    const text = valueText(each, field ?? {});
    return text === emptyText ? text : `“${text}”`;
  });
  return quoted.join(is === 'inRange' ? '至' : '、');
}

/** Checks whether a compared list is several values of a field, not one value that is a list. */
function isListOfValues(field: FieldModel | undefined, value: readonly unknown[]): boolean {
  return (
    !value.some((each) => typeof each === 'object') && findKind(field?.['x-component'])?.choosesPath !== true
  );
}

function effectText(effect: LinkageEffect, field: FieldModel): string {
  if (typeof effect === 'string') return simpleEffectLabel[effect] ?? effect;
  if ('setOptions' in effect) return `选项改为${optionsText(effect.setOptions)}`;
  const text = valueText(effect.setValue, field);
  return text === emptyText ? '清空' : `填入“${text}”`;
}

/** Names of the effects that have no value. */
export const simpleEffectLabel = {
  show: '显示',
  hide: '隐藏',
  require: '必填',
  disable: '不可填写',
} as const satisfies Record<LinkageEffect & string, string>;

export function optionsText(options: readonly Option[]): string {
  return options
    .map(({ value, label, children }) => {
      const name = value === label ? label : `${label}（${value}）`;
      return children === undefined ? name : `${name}，其下：${optionsText(children)}；`;
    })
    .join('、');
}

const emptyText = '空';

/** Returns a value as readers of its field see it; one that the field does not have as it is written. */
export function valueText(value: unknown, field: Partial<FieldModel>): string {
  if (value === '' || value === null || value === undefined) return emptyText;
  const { 'x-component': name, 'x-props': props = {}, options = [], linkage = [] } = field;
  const kind = findKind(name);
  const linked = linkage.flatMap(({ effects }) =>
    effects.flatMap((effect) =>
      typeof effect === 'object' && 'setOptions' in effect ? effect.setOptions : [],
    ),
  );
  const offered = [...(kind?.ownOptions ?? options), ...linked];
  const read = kind?.nests === undefined ? kind?.normalise(value) : undefined;
  const text = read === undefined ? '' : (kind?.text(read, { props, options: offered }) ?? '');
  if (text !== '') return text;
  if (Array.isArray(value)) return value.map((each) => valueText(each, field)).join('、') || emptyText;
  if (typeof value === 'object') return sortedJson(value);
  return flatOptions(offered).find((option) => option.value === value)?.label ?? String(value);
}

/** Returns the value as JSON with sorted members, because stored values do not keep the order of members. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, one]) => `${key}:${sortedJson(one)}`).join(',')}}`;
}
