import type { FormComponent } from '#domain/enumerations/form-component.ts';
import { findKind } from '../kinds/kinds.ts';
import type { Rule } from '../model.ts';
import {
  emailPattern,
  isExpression,
  optionsOfKind,
  plainText,
  readDefault,
  readOptions,
  rulesOfKind,
  withProps,
} from './field-parts.ts';
import { formatsOf } from './read-formily-props.ts';
import {
  codeMessage,
  isObject,
  type JsonObject,
  listOf,
  lookUp,
  maxSchemaDepth,
  numberOf,
  type ReportOmission,
  reportUnknownKeys,
  type SourceCondition,
  type SourceField,
  type SourceForm,
  textOf,
  tooDeepMessage,
} from './source.ts';

/** Checks whether JSON is a schema of form-js. */
export function isFormJsSchema(json: JsonObject): boolean {
  return Array.isArray(json.components);
}

/** Kinds for the types of form-js. */
const kinds: Readonly<Record<string, FormComponent>> = {
  textfield: 'single-line',
  textarea: 'textarea',
  number: 'number',
  checkbox: 'switch',
  radio: 'radio',
  select: 'select',
  checklist: 'checkbox',
  taglist: 'select',
  datetime: 'date',
  filepicker: 'upload',
  dynamiclist: 'array',
  separator: 'divider',
};

/** Types that only structure the page or belong to the portal. */
const ignoredTypes: ReadonlySet<unknown> = new Set(['spacer']);

/** Reads a schema of form-js. */
export function readFormJs(json: JsonObject, report: ReportOmission): SourceForm {
  const place = { path: '', prefix: '', rowKeys: undefined, depth: 0, conditions: [], report };
  return { title: textOf(json.title), fields: readComponents(json.components, place), globalConfig: {} };
}

interface Place {
  path: string;
  /** Names of the groups around that have a path, joined by dots. */
  prefix: string;
  /** Names in the row around, which hide the same names of the form. */
  rowKeys: ReadonlySet<string> | undefined;
  depth: number;
  /** Conditions of the groups around. */
  conditions: readonly SourceCondition[];
  report: ReportOmission;
}

function readComponents(components: unknown, place: Place): SourceField[] {
  const { path, depth, report } = place;
  if (depth >= maxSchemaDepth) {
    report(`${path}components`, tooDeepMessage);
    return [];
  }
  return listOf(components).flatMap((component, index) => {
    const ownPath = `${path}components[${index}]`;
    if (isObject(component)) return readComponent(component, { ...place, path: ownPath, depth: depth + 1 });
    report(ownPath, '不是字段，未取用');
    return [];
  });
}

function readComponent(component: JsonObject, place: Place): SourceField[] {
  const { path, report } = place;
  const { type } = component;
  if (ignoredTypes.has(type)) return [];
  if (type === 'group') return readGroup(component, place);
  const kind = type === 'datetime' && component.subtype === 'time' ? 'time' : lookUp(kinds, type);
  if (kind === undefined) {
    report(path, `没有与“${String(type).slice(0, 60)}”对应的字段类型，未取用`);
    return [];
  }
  if (component.subtype === 'datetime') report(path, '日期和时间在这里是两个字段，只取用日期');
  return [readField(component, kind, place)];
}

/** Reads a group; its label becomes a heading, and a group with a path an object. */
function readGroup(component: JsonObject, place: Place): SourceField[] {
  const { path, prefix, report } = place;
  const ownPath = textOf(component.path);
  const conditions = [...place.conditions, ...conditionsOf(component, place)];
  const title = plainText(component.label, `${path}.label`, report, 'formJs');
  const inner = { ...place, path: `${path}.`, conditions };
  const name = prefix + (ownPath ?? textOf(component.id) ?? 'group');
  if (ownPath !== undefined) {
    const children = readComponents(component.components, { ...inner, prefix: `${name}.` });
    const model = { title: title ?? ownPath, 'x-component': 'object' } as const;
    return children.length === 0 ? [] : [{ path, name, model, conditions, children }];
  }
  const fields = readComponents(component.components, inner);
  if (title === undefined || fields.length === 0 || place.rowKeys) return fields;
  return [{ path, name, model: { title, 'x-component': 'heading' }, conditions }, ...fields];
}

const knownKeys: ReadonlySet<string> = new Set([
  'type',
  'key',
  'id',
  'label',
  'dateLabel',
  'timeLabel',
  'subtype',
  'path',
  'description',
  'defaultValue',
  'values',
  'validate',
  'conditional',
  'components',
  'decimalDigits',
  'appearance',
  'layout',
  'accept',
  'multiple',
  'searchable',
  'serializeToString',
  'isRepeating',
  'allowAddRemove',
  'showOutline',
  'verticalAlignment',
  'properties',
]);

function readField(component: JsonObject, kind: FormComponent, place: Place): SourceField {
  const { path, prefix, report } = place;
  reportUnknownKeys(component, path, knownKeys, report);
  const key = textOf(component.key) ?? textOf(component.path) ?? textOf(component.id) ?? '';
  const label = component.label ?? (kind === 'time' ? component.timeLabel : component.dateLabel);
  const title = plainText(label, `${path}.label`, report, 'formJs');
  const help = plainText(component.description, `${path}.description`, report, 'formJs');
  const validate = isObject(component.validate) ? component.validate : {};
  const appearance = isObject(component.appearance) ? component.appearance : {};
  const unit =
    kind === 'number'
      ? plainText(appearance.suffixAdorner, `${path}.appearance`, report, 'formJs')
      : undefined;
  const isMultiple = component.type === 'taglist' || undefined;
  const props = {
    precision: kind === 'number' ? numberOf(component.decimalDigits) : undefined,
    unit,
    multiple: isMultiple,
    maxCount: kind === 'upload' && component.multiple !== true ? 1 : undefined,
    accept: acceptOf(component, kind),
  };
  const isListed = findKind(kind)?.takesOptions === true;
  const listed = isListed
    ? readOptions(component.values, { label: ['label'] }, `${path}.values`, report)
    : [];
  const options = optionsOfKind(kind, listed, `${path}.values`, report);
  const rules = rulesOfKind(kind, rulesOf(validate, `${path}.validate`, report), path, report);
  const givenProps = withProps(props);
  const context = { props: givenProps['x-props'] ?? {}, options };
  const isCode = isExpression(component.defaultValue, 'formJs');
  if (isCode) report(`${path}.defaultValue`, codeMessage);
  const given = isCode ? undefined : component.defaultValue;
  const suggested = readDefault(kind, given, context, `${path}.defaultValue`, report);
  if (kind === 'switch' && validate.required === true)
    report(`${path}.validate.required`, '必填的开关在这里也可以选“否”');
  const columns = numberOf(isObject(component.layout) ? component.layout.columns : undefined);
  const model: SourceField['model'] = {
    title: title ?? (kind === 'divider' ? '分隔线' : key === '' ? '未命名字段' : key),
    'x-component': kind,
    ...givenProps,
    ...(validate.required === true && { required: true }),
    ...(suggested !== undefined && { default: suggested }),
    ...(options.length > 0 && { options }),
    ...(rules.length > 0 && { rules }),
    ...(help !== undefined && { help }),
    ...(columns !== undefined && { width: columns <= 8 ? 'half' : 'full' }),
  };
  const conditions = [...place.conditions, ...conditionsOf(component, place)];
  const children = kind === 'array' ? readRow(component, place) : undefined;
  return { path, name: prefix + key, model, conditions, ...(children && { children }) };
}

/** Reads the fields of a list, whose names are those of a row. */
function readRow(component: JsonObject, place: Place): SourceField[] {
  const keys = listOf(component.components).flatMap((child) =>
    isObject(child) ? (textOf(child.key) ?? textOf(child.path) ?? []) : [],
  );
  const rowKeys = new Set(keys);
  return readComponents(component.components, {
    ...place,
    path: `${place.path}.`,
    prefix: '',
    rowKeys,
    conditions: [],
  });
}

function acceptOf({ accept }: JsonObject, kind: FormComponent): readonly string[] | undefined {
  const formats = kind === 'upload' ? formatsOf(accept) : [];
  return formats.length > 0 ? formats : undefined;
}

function rulesOf(validate: JsonObject, path: string, report: ReportOmission): Rule[] {
  const rules: Rule[] = [];
  for (const name of ['min', 'max', 'minLength', 'maxLength'] as const) {
    const value = numberOf(validate[name]);
    if (value !== undefined) rules.push({ rule: name, value });
    else if (validate[name] !== undefined && validate[name] !== '') report(`${path}.${name}`, codeMessage);
  }
  const pattern = textOf(validate.pattern);
  if (pattern !== undefined) rules.push({ rule: 'pattern', value: pattern });
  if (validate.validationType === 'email') rules.push({ rule: 'pattern', value: emailPattern });
  if (validate.validationType === 'phone') rules.push({ rule: 'phone' });
  return rules;
}

/** Reads `conditional.hide`, an expression of FEEL. */
function conditionsOf(
  { conditional }: JsonObject,
  { path, prefix, rowKeys, report }: Place,
): SourceCondition[] {
  const hide = isObject(conditional) ? conditional.hide : undefined;
  if (hide === undefined || hide === null || hide === '') return [];
  const ownPath = `${path}.conditional.hide`;
  if (typeof hide !== 'string' || !hide.startsWith('=')) {
    report(ownPath, '隐藏的条件不是表达式，未取用');
    return [];
  }
  const resolve = (name: string) => {
    if (name.startsWith('parent.')) return name.slice('parent.'.length);
    if (rowKeys?.has(name.split('.')[0] ?? '')) return `.${name}`;
    return prefix === '' ? name : `${prefix}${name}`;
  };
  return [{ effects: ['hide'], text: hide.slice(1), dialect: 'formJs', resolve, path: ownPath }];
}
