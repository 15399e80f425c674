import { administrativeLevelLabel, isAdministrativeLevel } from '../enumerations/administrative-level.ts';
import { certificateCategoryLabel, isCertificateCategory } from '../enumerations/certificate-category.ts';
import { formComponentLabel } from '../enumerations/form-component.ts';
import { isMaskRule, maskRuleLabel } from '../sensitive/masks.ts';
import { applicantValueLabel } from './applicant-values.ts';
import { todayDefault } from './kinds/date/date.ts';
import { isKindName } from './kinds/kinds.ts';
import { type FieldLookup, linkageText, optionsText, sortedJson, valueText } from './linkage-text.ts';
import { computedRuleLabel, type FieldModel, type FieldProps, type Rule } from './model.ts';

type Describe<T> = {
  readonly [Key in keyof Required<T>]: (
    value: NonNullable<T[Key]>,
    field: FieldModel,
    lookup: FieldLookup,
  ) => string | readonly string[];
};

const levelText = (level: number) =>
  isAdministrativeLevel(level) ? administrativeLevelLabel[level] : String(level);

const pastedFormats: Readonly<Record<string, string>> = { formatted: '保留格式', plain: '只保留上标和下标' };

const describeProps: Describe<FieldProps> = {
  placeholder: (text) => `输入提示：${text}`,
  rows: (count) => `显示 ${count} 行`,
  precision: (digits) => `小数 ${digits} 位`,
  min: (end) => `最小值 ${end}`,
  max: (end) => `最大值 ${end}`,
  step: (step) => `每 ${step} 一档`,
  stars: (count) => `${count} 星`,
  unit: (unit) => `单位：${unit}`,
  sum: (isSummed) => (isSummed ? '显示合计' : []),
  multiple: (isMultiple) => (isMultiple ? '可以选择多个' : []),
  level: (level) => `可选到${levelText(level)}`,
  minLevel: (level) => `至少选到${levelText(level)}`,
  minRows: (count) => `最少 ${count} 行`,
  maxRows: (count) => `最多 ${count} 行`,
  maxCount: (count) => `最多 ${count} 个文件`,
  maxSizeMb: (size) => `每个文件最大 ${size} MB`,
  editor: (editor) => `粘贴时${pastedFormats[editor] ?? editor}`,
  height: (pixels) => `编辑区高 ${pixels} 像素`,
  applicantWord: (word) => `称谓：${word}`,
  accept: (extensions) => `文件类型：${extensions.join('、')}`,
};

/** Texts of all members of a field in their order; `id` and `title` are shown with the field itself. */
const describeField: Omit<Describe<FieldModel>, 'id' | 'title'> = {
  'x-component': (kind) => (isKindName(kind) ? formComponentLabel[kind] : kind),
  required: (isRequired) => (isRequired ? '必填' : []),
  options: (options) => `选项：${optionsText(options)}`,
  columns: (columns) => `列：${innerText(columns)}`,
  fields: (fields) => `其中的字段：${innerText(fields)}`,
  rules: (rules, _, lookup) => rules.map((rule) => ruleText(rule, lookup)),
  default: (value, field) => `默认值：${value === todayDefault ? '填写当天' : valueText(value, field)}`,
  computed: (source, { computedRule = 'always' }) => `计算：${source}（${computedRuleLabel[computedRule]}）`,
  computedRule: () => [],
  'x-props': (props, field, lookup) => describeMembers(props, describeProps, field, lookup),
  width: (width) => (width === 'full' ? '整行' : '半行'),
  'x-applicant': (value) => `取自申请人：${applicantValueLabel[value]}`,
  'x-element-code': (code) => `共享要素：${code}`,
  'x-encryption': (isEncrypted) => (isEncrypted ? '加密存储' : []),
  'x-secret': (isMasked, { 'x-secret-rule': rule }) =>
    isMasked ? (isMaskRule(rule) ? `按${maskRuleLabel[rule]}脱敏` : '脱敏显示') : [],
  'x-secret-rule': () => [],
  'show-secret': (isShown) => (isShown ? '有权限的人员看到原文' : []),
  optionsInterface: (id) => `选项来自接口 ${id}`,
  defaultValueInterface: (id) => `默认值来自接口 ${id}`,
  autoCompleteInterface: (id) => `输入时由接口 ${id} 提示`,
  queryInterface: (id) => `由接口 ${id} 查询`,
  queryOnChange: (isAutomatic) => (isAutomatic ? '参数变动时自动查询' : []),
  linkage: (linkage, field, lookup) => linkage.map((each) => `联动：${linkageText(each, field, lookup)}`),
  help: (text) => `说明：${text}`,
};

/** Returns the settings of a field in words, for the list of changes; `lookup` finds the fields that it names. */
export function fieldModelText(field: FieldModel, lookup: FieldLookup): string {
  const { id: _, title: __, ...members } = field;
  return describeMembers(members, describeField, field, lookup).join('；');
}

function innerText(fields: readonly FieldModel[]): string {
  const lookup = lookupIn(fields);
  return fields.map((field) => `${field.title}（${fieldModelText(field, lookup)}）`).join('、');
}

/** Returns the lookup of fields by id; `beyond` finds fields outside the list, as those of the form for a table. */
export function lookupIn(fields: readonly FieldModel[]): FieldLookup {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return (id) => byId.get(id);
}

function describeMembers<T extends object>(
  members: T,
  texts: Describe<T>,
  field: FieldModel,
  lookup: FieldLookup,
): string[] {
  const known = Object.keys(texts) as (keyof T)[];
  const others = Object.entries(members).filter(([key, value]) => !(key in texts) && value !== undefined);
  return [
    ...known.flatMap((key) => {
      const value = members[key];
      return value === undefined || value === null ? [] : texts[key](value, field, lookup);
    }),
    ...others.map(([key, value]) => `${key} ${sortedJson(value)}`).sort(),
  ];
}

function ruleText(rule: Rule, lookup: FieldLookup): string {
  const text = checkText(rule, lookup);
  return rule.message === undefined ? text : `${text}（提示：${rule.message}）`;
}

function checkText(rule: Rule, lookup: FieldLookup): string {
  const titleOf = (id: string) => `“${lookup(id)?.title ?? id}”`;
  switch (rule.rule) {
    case 'maxLength':
      return `最多 ${rule.value} 字`;
    case 'minLength':
      return `最少 ${rule.value} 字`;
    case 'min':
      return `不小于 ${rule.value}`;
    case 'max':
      return `不大于 ${rule.value}`;
    case 'mobile':
      return '格式：手机号码';
    case 'landline':
      return '格式：固定电话';
    case 'phone':
      return '格式：手机号码或固定电话';
    case 'pattern':
      return `格式：${rule.value}`;
    case 'certificate':
      if (rule.categoryField !== undefined) return `格式：${titleOf(rule.categoryField)}所选证件的号码`;
      return isCertificateCategory(rule.category)
        ? `格式：${certificateCategoryLabel[rule.category]}号码`
        : '格式：证件号码';
    case 'dateFrom':
    case 'dateTo': {
      const day = rule.field === undefined ? rule.value : titleOf(rule.field);
      return `不${rule.rule === 'dateFrom' ? '早' : '晚'}于${day === 'today' ? '当天' : ` ${day}`}`;
    }
    case 'process': {
      const pairs = Object.entries(rule.fields).map(([key, id]) => `${key} 取自${titleOf(id)}`);
      return `规则库的规则 ${[rule.code, ...pairs].join('，')}`;
    }
    default:
      return sortedJson(rule);
  }
}
