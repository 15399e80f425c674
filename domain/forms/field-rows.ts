import { formComponentLabel } from '../enumerations/form-component.ts';
import { maskRuleLabel } from '../sensitive/masks.ts';
import type { ImportColumn, SheetRow, SheetValue } from '../sheets/import-sheet.ts';
import {
  boundOf,
  formatOf,
  hasOptions,
  type TextFormat,
  textFormats,
  withBound,
  withFormat,
  withKind,
} from './editing.ts';
import { innerFields, withInnerFields } from './inner-fields.ts';
import { fieldKinds, isKindName, type KindName } from './kinds/kinds.ts';
import type { FieldModel, Option } from './model.ts';

/**
 * Converts form fields to spreadsheet rows, as far as cells can contain them; other properties are unchanged
 * (decision 0171).
 */

const yes = '是';
const no = '否';
const noFormat = '不限';
const noMask = '不脱敏';
/** Cell text for options that a cell cannot contain; on import it leaves the options unchanged. */
export const optionsInFormText = '（在表单中维护）';
const separator = '|';

const kindNames = Object.keys(fieldKinds) as KindName[];

export const fieldColumns: readonly ImportColumn[] = [
  {
    key: 'form',
    title: '表单编码',
    kind: 'code',
    required: true,
    limit: 60,
    hint: '关键列：没有的为新建表单；小写字母开头，由小写字母、数字和短横线组成，发布后不能改。',
    example: 'street-stall',
  },
  {
    key: 'formName',
    title: '表单名称',
    kind: 'text',
    required: true,
    limit: 60,
    hint: '同一表单的各行须相同。',
    example: '占道经营申请表',
  },
  {
    key: 'id',
    title: '字段标识',
    kind: 'text',
    required: true,
    limit: 259,
    hint: '关键列：字母开头，只含字母和数字，发布后不要改；表格的列写作“表格标识.列标识”，列表和对象中的字段同样逐级写出。',
    example: 'place',
  },
  {
    key: 'title',
    title: '字段名称',
    kind: 'text',
    required: true,
    limit: 200,
    hint: '在表单中显示。表中没有的字段保持不变；要删除字段，请在表单中操作。',
    example: '经营地点',
  },
  {
    key: 'kind',
    title: '类型',
    kind: 'choice',
    required: true,
    choices: kindNames.map((name) => formComponentLabel[name]),
    hint: '标题把其后的字段分为一组。新增表格、列表或对象时，同时写出其中的字段。',
    example: formComponentLabel['single-line'],
  },
  { key: 'required', title: '必填', kind: 'choice', choices: [yes, no], hint: '不填为否。', example: yes },
  {
    key: 'options',
    title: '选项',
    kind: 'text',
    limit: 20_000,
    hint: `仅适用于单选框、复选框、下拉选择；用竖线分隔，存储的值与名称不同时写作“名称=值”。“${optionsInFormText}”表示保持不变。`,
    example: '早市|夜市=night',
  },
  {
    key: 'most',
    title: '最多字数',
    kind: 'number',
    min: 1,
    max: 20_000,
    hint: '仅适用于单行文本和多行文本。',
    example: '100',
  },
  {
    key: 'format',
    title: '格式',
    kind: 'choice',
    choices: [noFormat, ...Object.values(textFormats)],
    hint: '仅适用于单行文本；不填为不限。',
    example: textFormats.mobile,
  },
  {
    key: 'help',
    title: '填写说明',
    kind: 'text',
    limit: 500,
    hint: '显示在字段下面，写成一行。',
    example: '写明路段和门牌号',
  },
  {
    key: 'encrypted',
    title: '加密存储',
    kind: 'choice',
    choices: [yes, no],
    hint: '不填为否；发布后只能加强，不能取消。',
    example: no,
  },
  {
    key: 'mask',
    title: '脱敏',
    kind: 'choice',
    choices: [noMask, ...Object.values(maskRuleLabel)],
    hint: '不填为不脱敏；发布后只能加强，不能取消。',
    example: maskRuleLabel.mobile,
  },
  {
    key: 'order',
    title: '顺序',
    kind: 'number',
    min: 1,
    max: 9_999,
    hint: '在表单（或表格）中的位置，从 1 起；不填的新字段排在最后。',
    example: '1',
  },
];

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns a field as a spreadsheet row; `order` is its position in the list, from 1. */
export function rowOfField(field: FieldModel, order: number): SheetRow {
  const kind = field['x-component'];
  const format = formatOf(field);
  return {
    title: inOneLine(field.title),
    kind: isKindName(kind) ? formComponentLabel[kind] : kind,
    required: field.required ? yes : no,
    options: hasOptions(field) ? optionsText(field.options ?? []) : null,
    most: boundOf(field, 'maxLength'),
    format: format === null ? noFormat : textFormats[format],
    help: inOneLine(field.help ?? '') || null,
    encrypted: field['x-encryption'] ? yes : no,
    mask: maskText(field),
    order,
  };
}

function maskText(field: FieldModel): string {
  const rule = field['x-secret'] ? field['x-secret-rule'] : undefined;
  return maskRuleLabel[rule as keyof typeof maskRuleLabel] ?? noMask;
}

function optionsText(options: readonly Option[]): string | null {
  if (options.some(({ children }) => children !== undefined)) return optionsInFormText;
  const text = options
    .map(({ value, label }) => (value === label ? label : `${label}=${value}`))
    .join(separator);
  return JSON.stringify(readOptions(text)) ===
    JSON.stringify(options.map(({ value, label }) => ({ label, value })))
    ? text || null
    : optionsInFormText;
}

function readOptions(text: string): Option[] {
  const parts = text.split(separator).map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [label = '', value = ''] = part.split(/\s*=\s*/, 2);
      return { label, value: value === '' ? label : value };
    });
}

/**
 * Returns a field with the values of a row; only what differs from the row is changed, everything else stays
 * exactly as it was.
 */
export function fieldOfRow(current: FieldModel | undefined, id: string, row: SheetRow): FieldModel {
  const text = (value: SheetValue | undefined) => (typeof value === 'string' ? value : '');
  const kind = kindNames.find((name) => formComponentLabel[name] === row.kind) ?? 'single-line';
  let field: FieldModel = current ?? { id, title: '', 'x-component': kind };
  if (field['x-component'] !== kind || !current) {
    field = withKind(field, kind);
    // The fields inside a new field have rows of their own.
    if (!current || innerFields(current).length === 0) field = withInnerFields(field, []);
  }
  const previousRow = rowOfField(field, 0);
  const differs = (key: string, emptyValue: SheetValue = null) =>
    (row[key] ?? emptyValue) !== (previousRow[key] ?? emptyValue);
  if (differs('title')) field = { ...field, title: text(row.title) };
  if (differs('required', no)) field = { ...field, required: row.required === yes };
  if (differs('help')) field = { ...field, help: text(row.help) || undefined };
  if (differs('options')) field = { ...field, options: readOptions(text(row.options)) };
  if (differs('most')) field = withBound(field, 'maxLength', typeof row.most === 'number' ? row.most : null);
  if (differs('format', noFormat)) field = withFormat(field, formatOfLabel(row.format));
  if (differs('encrypted', no)) field = { ...field, 'x-encryption': row.encrypted === yes };
  return differs('mask', noMask) ? withMask(field, row.mask) : field;
}

function formatOfLabel(label: SheetValue | undefined): TextFormat | null {
  const found = Object.entries(textFormats).find(([, ruleLabel]) => ruleLabel === label);
  return found ? (found[0] as TextFormat) : null;
}

function withMask(field: FieldModel, label: SheetValue | undefined): FieldModel {
  const { 'x-secret': _, 'x-secret-rule': __, 'show-secret': ___, ...remaining } = field;
  const rule = Object.entries(maskRuleLabel).find(([, ruleLabel]) => ruleLabel === label)?.[0];
  return rule === undefined ? remaining : { ...remaining, 'x-secret': true, 'x-secret-rule': rule };
}

/** Returns a problem for each cell that does not apply to the kind of its row. */
export function problemsOfRow(row: SheetRow): { key: string; message: string }[] {
  const kind = kindNames.find((name) => formComponentLabel[name] === row.kind);
  if (kind === undefined) return [];
  const problemIf = (key: string, isProblem: boolean, propertyName: string) =>
    isProblem ? [{ key, message: `“${formComponentLabel[kind]}”没有${propertyName}，请清空` }] : [];
  const isText = fieldKinds[kind].textual;
  return [
    ...problemIf('options', (row.options ?? null) !== null && !hasOptions({ 'x-component': kind }), '选项'),
    ...problemIf('most', (row.most ?? null) !== null && !isText, '最多字数'),
    ...problemIf('format', (row.format ?? noFormat) !== noFormat && kind !== 'single-line', '格式'),
  ];
}
