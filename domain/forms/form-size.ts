import { ApplicantTerm } from '../applicants/applicant-term.ts';
import { hasCode } from '../enumerations/code-list.ts';
import type { ReportProblem } from '../refusals/collect-problems.ts';
import { countCharacters, problemOfLength } from '../texts/characters.ts';
import { largeUploadRule } from '../uploads/limits.ts';
import { fieldsWithPaths, innerFields } from './inner-fields.ts';
import { findKind } from './kinds/kinds.ts';
import { ratingStars } from './kinds/rating/rating.ts';
import { deepestRegionLevel } from './kinds/region/region.ts';
import { formLimits } from './limits.ts';
import {
  type Condition,
  type FieldModel,
  type FieldProps,
  type Linkage,
  type Option,
  optionsOf,
} from './model.ts';
import { flatOptions } from './option-tree.ts';

/**
 * Reports the fields at which a new form exceeds a limit. It counts the parts that a page or a check
 * processes once, or once for each row of a table.
 */
export function checkFormSize(fields: readonly FieldModel[], report: ReportProblem): void {
  const total = { columns: 0, options: 0, comparisons: 0, expressions: 0, libraryRules: 0 };
  const add = (field: string, kind: keyof typeof total, count: number): void => {
    const before = total[kind];
    total[kind] += count;
    const limit = maxOfForm[kind];
    if (before <= limit && total[kind] > limit) report(field, messageOfForm[kind](limit));
  };
  const visit = (field: FieldModel, path: string): void => {
    checkField(field, (message) => report(path, message));
    add(path, 'options', countOptions(field));
    add(
      path,
      'comparisons',
      sumBy(field.linkage ?? [], ({ when }) => countComparisons(when)),
    );
    add(path, 'expressions', field.computed === undefined ? 0 : 1);
    add(path, 'columns', innerFields(field).length);
    add(path, 'libraryRules', field.rules?.filter(({ rule }) => rule === 'process').length ?? 0);
  };
  for (const { path, field } of fieldsWithPaths(fields)) visit(field, path);
}

const maxOfForm = {
  columns: formLimits.columnsOfForm,
  options: formLimits.optionsOfForm,
  comparisons: formLimits.comparisonsOfForm,
  expressions: formLimits.expressionsOfForm,
  libraryRules: formLimits.libraryRulesOfForm,
};

const messageOfForm: Readonly<Record<keyof typeof maxOfForm, (max: number) => string>> = {
  columns: (limit) => `各表格的列和其他字段中的字段合计不得超过${limit}个`,
  options: (limit) => `整个表单的选项合计不得超过${limit}个`,
  expressions: (limit) => `整个表单自动计算的字段和列合计不得超过${limit}个`,
  comparisons: (limit) => `整个表单的联动条件合计不得超过${limit}个（列表中的每个值计一个）`,
  libraryRules: (limit) => `整个表单使用规则库的规则合计不得超过${limit}条`,
};

function checkField(field: FieldModel, addProblem: (message: string) => void): void {
  const { title, help = '', rules = [], linkage = [], options = [], 'x-component': kind } = field;
  const { rulesOfField, linkagesOfField, effectsOfLinkage } = formLimits;
  if (rules.length > rulesOfField) addProblem(`校验规则不得超过${rulesOfField}条`);
  if (linkage.length > linkagesOfField) addProblem(`联动不得超过${linkagesOfField}条`);
  if (linkage.some(({ effects }) => effects.length > effectsOfLinkage))
    addProblem(`一条联动的效果不得超过${effectsOfLinkage}项`);
  const problems = [
    problemOfLength(title, formLimits.titleLength, '字段名称'),
    problemOfLength(help, formLimits.helpLength, '填写说明'),
    firstProblem(rules, ({ message = '' }) =>
      problemOfLength(message, formLimits.shortTextLength, '校验规则的提示'),
    ),
    firstProblem([options, ...linkedOptions(linkage)], (list) =>
      firstProblem(flatOptions(list), problemOfOption),
    ),
    ...Object.entries(field['x-props'] ?? {}).map(([name, value]) => problemOfProp(name, value)),
    findKind(kind)?.problemOfProps?.(field['x-props'] ?? {}),
  ];
  for (const problem of problems) if (problem !== undefined) addProblem(problem);
}

const problemOfOption = ({ value, label }: Option) =>
  problemOfLength(value.length > label.length ? value : label, formLimits.shortTextLength, '选项');

function firstProblem<T>(list: readonly T[], problemOf: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function linkedOptions(linkage: readonly Linkage[]): (readonly Option[])[] {
  return linkage.flatMap(({ effects }) => effects.flatMap((effect) => [optionsOf(effect) ?? []]));
}

function countOptions({ options = [], linkage = [] }: FieldModel): number {
  return sumBy([options, ...linkedOptions(linkage)], (list) => flatOptions(list).length);
}

function countComparisons(condition: Condition): number {
  if ('and' in condition) return Math.max(1, sumBy(condition.and, countComparisons));
  if ('or' in condition) return Math.max(1, sumBy(condition.or, countComparisons));
  if ('not' in condition) return countComparisons(condition.not);
  return Array.isArray(condition.value) ? Math.max(1, condition.value.length) : 1;
}

function sumBy<T>(list: readonly T[], measure: (item: T) => number): number {
  return list.reduce((total, item) => total + measure(item), 0);
}

type WholeNumber = readonly [title: string, min: number, limit: number];

const wholeNumbers: Readonly<Partial<Record<string, WholeNumber>>> = {
  rows: ['显示行数', 1, 50],
  precision: ['小数位数', 0, 10],
  level: ['最深级别', 1, deepestRegionLevel],
  minLevel: ['最浅级别', 1, deepestRegionLevel],
  minRows: ['最少行数', 0, formLimits.rows],
  maxRows: ['最多行数', 1, formLimits.rows],
  maxCount: ['附件数量', 1, formLimits.files],
  stars: ['星数', ratingStars.min, ratingStars.max],
  height: ['编辑区高度', 200, 1200],
} satisfies Partial<Record<keyof FieldProps, WholeNumber>>;

type Text = readonly [title: string, limit: number];

const texts: Readonly<Partial<Record<string, Text>>> = {
  unit: ['单位', 20],
  placeholder: ['输入提示', formLimits.shortTextLength],
} satisfies Partial<Record<keyof FieldProps, Text>>;

const maxFormats = 50;

function problemOfProp(name: string, value: unknown): string | undefined {
  const [title, min, limit] = wholeNumbers[name] ?? ['', 0, 0];
  if (title !== '') {
    const isValid = Number.isInteger(value) && Number(value) >= min && Number(value) <= limit;
    return isValid ? undefined : `${title}（${name}）应为 ${min} 至 ${limit} 的整数`;
  }
  const [textTitle, maxCharacters] = texts[name] ?? ['', 0];
  if (textTitle !== '') {
    const isValid = typeof value === 'string' && countCharacters(value) <= maxCharacters;
    return isValid ? undefined : `${textTitle}（${name}）应为至多${maxCharacters}个字符的文字`;
  }
  if (name === 'maxSizeMb') {
    const isValid = typeof value === 'number' && value > 0 && value <= largeUploadRule.maxSize;
    return isValid ? undefined : `附件大小（maxSizeMb）应为不超过 ${largeUploadRule.maxSize} 的正数`;
  }
  if (name === 'applicantWord')
    return hasCode(ApplicantTerm, value) ? undefined : '称谓（applicantWord）应为申请人或信访人';
  if (name === 'editor')
    return value === 'formatted' || value === 'plain' ? undefined : '编辑器（editor）应为 formatted 或 plain';
  if (name === 'sum') return typeof value === 'boolean' ? undefined : '合计（sum）应为 true 或 false';
  if (name !== 'accept') return undefined;
  const isFormats = Array.isArray(value) && value.length <= maxFormats && value.every(isFormat);
  return isFormats ? undefined : `附件格式（accept）应为至多${maxFormats}种扩展名`;
}

function isFormat(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 20;
}
