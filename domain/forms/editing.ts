import type { UsableRule } from '../rules/usable-rule.ts';
import { applicantValuesFor } from './applicant-values.ts';
import { computedTypes } from './computed/computed.ts';
import { innerFields } from './inner-fields.ts';
import type { FieldKind } from './kinds/kind.ts';
import { canBeColumn, canBeInside, fieldKinds, findKind, isKindName, type KindName } from './kinds/kinds.ts';
import {
  type FieldModel,
  type FormModel,
  type LibraryRule,
  type Option,
  type Rule,
  sharedElementKey,
} from './model.ts';
import { flatOptions, placedOptions } from './option-tree.ts';

/** Functions to edit a form as a list of fields. Properties that the editor does not show stay unchanged. */

/** Returns the initial form for the editor. */
export function newForm(code: string, title: string): FormModel {
  return { globalConfig: { code, title, columns: 2, allowEdit: [] }, schema: { fields: [newField([])] } };
}

export function newField(fields: readonly FieldModel[]): FieldModel {
  const usedIds = new Set(fields.map(({ id }) => id));
  let number = fields.length + 1;
  while (usedIds.has(`field${number}`)) number += 1;
  return { id: `field${number}`, title: '', 'x-component': 'single-line' };
}

/** Returns the field with another kind, without the properties that only the former kind has. */
export function withKind(field: FieldModel, kind: KindName): FieldModel {
  const {
    'x-props': _,
    rules: __,
    default: ___,
    'x-applicant': applicant,
    computed,
    computedRule,
    optionsInterface: ____,
    defaultValueInterface: _____,
    autoCompleteInterface: ______,
    options,
    columns,
    fields,
    required,
    [sharedElementKey]: element,
    ...remaining
  } = field;
  return {
    ...remaining,
    ...(applicant && applicantValuesFor(kind).includes(applicant) && { 'x-applicant': applicant }),
    'x-component': kind,
    ...(computed !== undefined && computedTypes[kind] && { computed, computedRule }),
    ...(required !== undefined && fieldKinds[kind].holdsValue && { required }),
    ...(element !== undefined && fieldKinds[kind].holdsValue && { [sharedElementKey]: element }),
    ...(fieldKinds[kind].takesOptions && {
      options: hasOptionTree({ 'x-component': kind }) ? (options ?? []) : flatOptions(options ?? []),
    }),
    ...innerFieldsFor(kind, columns ?? fields),
  };
}

/** Returns the fields inside a field of this kind: those that it had, as far as the kind can contain them. */
function innerFieldsFor(kind: KindName, before: readonly FieldModel[] = []): Partial<FieldModel> {
  const { nests }: FieldKind = fieldKinds[kind];
  if (nests === undefined) return {};
  const canBe = kind === 'table' ? canBeColumn : canBeInside;
  const kept = before.filter(({ 'x-component': inner }) => isKindName(inner) && canBe(inner));
  const inside = kept.length > 0 ? kept : [newField([])];
  return kind === 'table' ? { columns: inside } : { fields: inside };
}

export function hasOptions({ 'x-component': kind }: Pick<FieldModel, 'x-component'>): boolean {
  return findKind(kind)?.takesOptions === true;
}

/** Returns options as lines of text, each a label with its value after an equals sign if the two differ. */
export function optionLines(options: readonly Option[] = []): string {
  return options.map(({ value, label }) => (value === label ? label : `${label}=${value}`)).join('\n');
}

export function readOptionLines(text: string): Option[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readOptionLine);
}

function readOptionLine(line: string): Omit<Option, 'children'> {
  const [label = '', value = ''] = line.split(/\s*=\s*/, 2);
  return { label, value: value === '' ? label : value };
}

/** Checks whether the options of a field may have options below them. */
export function hasOptionTree({ 'x-component': name }: Pick<FieldModel, 'x-component'>): boolean {
  return findKind(name)?.optionLevels !== undefined;
}

/** Returns a tree of options as lines of text, each level two blanks further in. */
export function optionTreeLines(options: readonly Option[] = []): string {
  return placedOptions(options)
    .map(({ option, path }) => '  '.repeat(path.length - 1) + optionLines([option]))
    .join('\n');
}

/** Reads a tree of options from lines; a level is two blanks, a tab or a wide blank. */
export function readOptionTree(text: string): Option[] {
  type Branch = Omit<Option, 'children'> & { children?: Option[] };
  const roots: Branch[] = [];
  /** The last option of each level. */
  const open: Branch[] = [];
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content === '') continue;
    const [indent = ''] = /^[ \t\u3000]*/.exec(line) ?? [];
    const level = Math.min(open.length, Math.floor(indent.replaceAll(/[\t\u3000]/g, '  ').length / 2));
    const option: Branch = readOptionLine(content);
    const parent = open[level - 1];
    if (parent === undefined) roots.push(option);
    else parent.children = [...(parent.children ?? []), option];
    open.splice(level, open.length, option);
  }
  return roots;
}

/** Text formats, of which a field has at most one. */
export const textFormats = {
  mobile: '手机号码',
  landline: '固定电话',
  idCard: '居民身份证号',
  creditCode: '统一社会信用代码',
} as const;
export type TextFormat = keyof typeof textFormats;

const formatRules: Readonly<Record<TextFormat, Rule>> = {
  mobile: { rule: 'mobile' },
  landline: { rule: 'landline' },
  idCard: { rule: 'certificate', category: '10' },
  creditCode: { rule: 'certificate', category: '49' },
};

export function formatOf({ rules = [] }: Pick<FieldModel, 'rules'>): TextFormat | null {
  const matching = Object.entries(formatRules).find(([, rule]) =>
    rules.some((entry) => isSameRule(entry, rule)),
  );
  return matching ? (matching[0] as TextFormat) : null;
}

export function withFormat(field: FieldModel, format: TextFormat | null): FieldModel {
  const others = (field.rules ?? []).filter(
    (rule) => !Object.values(formatRules).some((formatRule) => isSameRule(rule, formatRule)),
  );
  return withRules(field, format === null ? others : [...others, formatRules[format]]);
}

export type BoundName = 'min' | 'max' | 'minLength' | 'maxLength';

export function boundOf({ rules = [] }: Pick<FieldModel, 'rules'>, name: BoundName): number | null {
  const rule = rules.find((entry) => entry.rule === name);
  return rule && 'value' in rule && typeof rule.value === 'number' ? rule.value : null;
}

export function withBound(field: FieldModel, name: BoundName, value: number | null): FieldModel {
  const others = (field.rules ?? []).filter((rule) => rule.rule !== name);
  return withRules(field, value === null ? others : [...others, { rule: name, value }]);
}

/** Returns the rules of the library that a field must satisfy. */
export const libraryRulesOf = ({ rules = [] }: Pick<FieldModel, 'rules'>): LibraryRule[] =>
  rules.filter((rule) => rule.rule === 'process');

export function withLibraryRules(field: FieldModel, libraryRules: readonly LibraryRule[]): FieldModel {
  const others = (field.rules ?? []).filter(({ rule }) => rule !== 'process');
  return withRules(field, [...others, ...libraryRules]);
}

/** Returns the fields whose values a rule of the library may get: those with a value that is not secret. */
export const fieldsForRules = (fields: readonly FieldModel[]): FieldModel[] =>
  fields.filter((field) => {
    const kind = findKind(field['x-component']);
    const isMasked = ({ 'x-secret': isSecret, 'show-secret': isShown }: FieldModel) => isSecret && !isShown;
    const isReadable = kind?.holdsValue && !kind.writeOnly && !kind.secretParts;
    return isReadable && !isMasked(field) && !innerFields(field).some(isMasked);
  });

/**
 * Returns a use of a published rule: a parameter gets the field with the same id, and the only parameter without one
 * gets the field that has the rule.
 */
export function newLibraryRule(
  usable: readonly Pick<UsableRule, 'code' | 'params'>[],
  code: string,
  { id }: Pick<FieldModel, 'id'>,
  fields: readonly FieldModel[],
): LibraryRule {
  const params = usable.find((rule) => rule.code === code)?.params ?? [];
  const ids = new Set(fieldsForRules(fields).map((field) => field.id));
  const ownField = params.length === 1 && ids.has(id) ? id : '';
  const mapped = params.map(({ dataKey }) => [dataKey, ids.has(dataKey) ? dataKey : ownField]);
  return { rule: 'process', code, fields: Object.fromEntries(mapped) };
}

function withRules({ rules: _, ...field }: FieldModel, rules: readonly Rule[]): FieldModel {
  return rules.length === 0 ? field : { ...field, rules };
}

function isSameRule(first: Rule, other: Rule): boolean {
  const toText = ({ message: _, ...rule }: Rule) => JSON.stringify(rule);
  return toText(first) === toText(other);
}
