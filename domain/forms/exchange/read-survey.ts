import type { FormComponent } from '#domain/enumerations/form-component.ts';
import { findKind } from '../kinds/kinds.ts';
import { ratingStars } from '../kinds/rating/rating.ts';
import type { Option } from '../model.ts';
import {
  isExpression,
  localText,
  optionsOfKind,
  readDefault,
  readOptions,
  rulesOfKind,
  withProps,
} from './field-parts.ts';
import { formatsOf } from './read-formily-props.ts';
import { readSurveyRules } from './read-survey-rules.ts';
import {
  codeMessage,
  forFieldsOfGroup,
  isObject,
  type JsonObject,
  listOf,
  lookUp,
  maxSchemaDepth,
  numberOf,
  type ReportOmission,
  reportUnknownKeys,
  type SourceCondition,
  type SourceEffect,
  type SourceField,
  type SourceForm,
  textOf,
  tooDeepMessage,
} from './source.ts';

/** Checks whether JSON is a survey of SurveyJS: pages of elements, or elements alone. */
export function isSurvey(json: JsonObject): boolean {
  return Array.isArray(json.pages) || Array.isArray(json.elements) || Array.isArray(json.questions);
}

/** Kinds for the types of SurveyJS, and for the types of cells. */
const kinds: Readonly<Record<string, FormComponent>> = {
  text: 'single-line',
  comment: 'textarea',
  radiogroup: 'radio',
  checkbox: 'checkbox',
  dropdown: 'select',
  tagbox: 'select',
  boolean: 'switch',
  rating: 'rating',
  file: 'upload',
  matrixdynamic: 'table',
  paneldynamic: 'array',
  signaturepad: 'signature',
};

const kindOfInput: Readonly<Record<string, FormComponent>> = {
  number: 'number',
  range: 'slider',
  date: 'date',
  'datetime-local': 'date',
  time: 'time',
  password: 'password',
};

/** Reads a survey of SurveyJS. */
export function readSurvey(json: JsonObject, report: ReportOmission): SourceForm {
  for (const key of ['triggers', 'calculatedValues', 'completedHtmlOnCondition'])
    if (json[key] !== undefined) report(key, codeMessage);
  const place: Place = { path: '', row: '', depth: 0, conditions: [], report };
  const pages = listOf(json.pages).flatMap((page, index) =>
    isObject(page) ? readPanel(page, { ...place, path: `pages[${index}]` }) : [],
  );
  const fields = [...pages, ...readElements(json.elements ?? json.questions, 'elements', place)];
  return { title: textOf(localText(json.title)), fields, globalConfig: {} };
}

interface Place {
  path: string;
  /** Name of the row around in conditions: `row.` in a matrix, `panel.` in a list of panels, empty outside. */
  row: '' | 'row.' | 'panel.';
  depth: number;
  /** Conditions of the panels around. */
  conditions: readonly SourceCondition[];
  report: ReportOmission;
}

function readElements(elements: unknown, path: string, place: Place): SourceField[] {
  if (place.depth >= maxSchemaDepth) {
    place.report(path, tooDeepMessage);
    return [];
  }
  return listOf(elements).flatMap((element, index) => {
    const own = { ...place, path: `${path}[${index}]`, depth: place.depth + 1 };
    if (!isObject(element)) {
      place.report(own.path, '不是字段，未取用');
      return [];
    }
    if (element.type === 'panel') return readPanel(element, own);
    if (element.type === 'multipletext') return readTexts(element, own);
    return readElement(element, element.type, own);
  });
}

/** Reads a page or a panel; its title becomes a heading. */
function readPanel(panel: JsonObject, place: Place): SourceField[] {
  const { path, report } = place;
  const own = conditionsOf(panel, place).filter(({ effects }) => !effects.includes('require'));
  const conditions = [...place.conditions, ...own.map(forFieldsOfGroup)];
  const fields = readElements(panel.elements ?? panel.questions, `${path}.elements`, {
    ...place,
    conditions,
  });
  const title = titleOf(panel.title, `${path}.title`, report);
  if (title === undefined || fields.length === 0 || place.row !== '') return fields;
  const name = textOf(panel.name) ?? 'panel';
  const heading = { path, name: `${name} `, model: { title, 'x-component': 'heading' }, conditions } as const;
  return [heading, ...fields];
}

/** Reads several lines of text under one title, each as a field. */
function readTexts(element: JsonObject, place: Place): SourceField[] {
  const title = titleOf(element.title, `${place.path}.title`, place.report);
  const name = textOf(element.name) ?? '';
  const conditions = [...place.conditions, ...conditionsOf(element, place)];
  return listOf(element.items).flatMap((item, index) => {
    if (!isObject(item)) return [];
    const itemTitle = textOf(localText(item.title)) ?? textOf(item.name) ?? '';
    const part = {
      ...item,
      name: `${name}.${textOf(item.name) ?? index}`,
      title: title ? `${title}：${itemTitle}` : itemTitle,
    };
    return readElement(part, 'text', { ...place, path: `${place.path}.items[${index}]`, conditions });
  });
}

function titleOf(value: unknown, path: string, report: ReportOmission): string | undefined {
  const title = textOf(localText(value));
  // Braces in a title stand for the value of a question.
  if (title === undefined || !/\{[^{}]+\}/.test(title)) return title;
  report(path, codeMessage);
  return undefined;
}

function kindOf(type: unknown, element: JsonObject): FormComponent | undefined {
  const kind = lookUp(kinds, type);
  if (kind === 'single-line') return lookUp(kindOfInput, element.inputType) ?? kind;
  return kind;
}

const knownKeys: ReadonlySet<string> = new Set([
  'type',
  'name',
  'valueName',
  'title',
  'description',
  'isRequired',
  'requiredIf',
  'visibleIf',
  'enableIf',
  'defaultValue',
  'choices',
  'validators',
  'inputType',
  'placeholder',
  'placeHolder',
  'rows',
  'maxLength',
  'min',
  'max',
  'step',
  'rateMax',
  'rateMin',
  'rateCount',
  'acceptedTypes',
  'allowMultiple',
  'maxSize',
  'columns',
  'cellType',
  'minRowCount',
  'maxRowCount',
  'minPanelCount',
  'maxPanelCount',
  'templateElements',
  'items',
  'labelTrue',
  'labelFalse',
  'colCount',
  'startWithNewLine',
  'requiredErrorText',
  'storeDataAsText',
  'waitForUpload',
  'titleLocation',
  'keyName',
  'addRowText',
  'removeRowText',
  'panelAddText',
  'panelRemoveText',
  'allowClear',
  'showClearButton',
  'showNoneItem',
  'maxWidth',
  'minWidth',
  'width',
]);

function readElement(element: JsonObject, type: unknown, place: Place): SourceField[] {
  const { path, report } = place;
  const kind = kindOf(type, element);
  if (kind === undefined) {
    report(path, `没有与“${String(type).slice(0, 60)}”对应的字段类型，未取用`);
    return [];
  }
  reportUnknownKeys(element, path, knownKeys, report);
  if (element.inputType === 'datetime-local') report(path, '日期和时间在这里是两个字段，只取用日期');
  const name = textOf(element.valueName) ?? textOf(element.name) ?? '';
  const title = titleOf(element.title, `${path}.title`, report) ?? (name === '' ? '未命名字段' : name);
  const help = textOf(localText(element.description));
  const listed = findKind(kind)?.takesOptions ? choicesOf(element, path, report) : [];
  const options = optionsOfKind(kind, listed, `${path}.choices`, report);
  const props = withProps(propsOf(element, kind, type, path, report));
  const rules = rulesOfKind(kind, readSurveyRules(element, kind, path, report), path, report);
  const context = { props: props['x-props'] ?? {}, options };
  const suggested = readDefault(kind, element.defaultValue, context, `${path}.defaultValue`, report);
  const model: SourceField['model'] = {
    title,
    'x-component': kind,
    ...props,
    ...(element.isRequired === true && { required: true }),
    ...(suggested !== undefined && { default: suggested }),
    ...(options.length > 0 && { options }),
    ...(rules.length > 0 && { rules }),
    ...(help !== undefined && { help }),
  };
  const conditions = [...place.conditions, ...conditionsOf(element, place)];
  const children = readRow(element, kind, place);
  return [{ path, name, model, conditions, ...(children && { children }) }];
}

function choicesOf(element: JsonObject, path: string, report: ReportOmission): Option[] {
  return readOptions(element.choices, { label: ['text'] }, `${path}.choices`, report);
}

function propsOf(
  element: JsonObject,
  kind: FormComponent,
  type: unknown,
  path: string,
  report: ReportOmission,
) {
  const placeholder = textOf(localText(element.placeholder ?? element.placeHolder));
  const takesText = findKind(kind)?.textual === true || kind === 'select';
  const accept = kind === 'upload' ? formatsOf(element.acceptedTypes) : [];
  const isSlider = kind === 'slider';
  const stars = kind === 'rating' ? (numberOf(element.rateMax) ?? numberOf(element.rateCount)) : undefined;
  const isOurRating = stars === undefined || (stars >= ratingStars.min && stars <= ratingStars.max);
  if (kind === 'rating' && (!isOurRating || (element.rateMin ?? 1) !== 1))
    report(path, `评分在这里是 1 至 ${ratingStars.max} 星，分值未取用`);
  const bytes = kind === 'upload' ? numberOf(element.maxSize) : undefined;
  return {
    placeholder: takesText && !isExpression(placeholder) ? placeholder : undefined,
    rows: kind === 'textarea' ? numberOf(element.rows) : undefined,
    multiple: type === 'tagbox' || undefined,
    stars: isOurRating ? stars : undefined,
    min: isSlider ? numberOf(element.min) : undefined,
    max: isSlider ? numberOf(element.max) : undefined,
    step: isSlider ? numberOf(element.step) : undefined,
    maxCount: kind === 'upload' && element.allowMultiple !== true ? 1 : undefined,
    maxSizeMb: bytes !== undefined && bytes > 0 ? bytes / 1_048_576 : undefined,
    accept: accept.length > 0 ? accept : undefined,
    minRows: numberOf(element.minRowCount ?? element.minPanelCount),
    maxRows: numberOf(element.maxRowCount ?? element.maxPanelCount),
  };
}

/** Reads the columns of a matrix, whose cells may share its choices, or the fields of a list of panels. */
function readRow(element: JsonObject, kind: FormComponent, place: Place): SourceField[] | undefined {
  const inner = { ...place, conditions: [] };
  if (kind === 'array')
    return readElements(element.templateElements, `${place.path}.templateElements`, {
      ...inner,
      row: 'panel.',
    });
  if (kind !== 'table') return undefined;
  return listOf(element.columns).flatMap((column, index) => {
    const path = `${place.path}.columns[${index}]`;
    if (!isObject(column)) {
      place.report(path, '不是列，未取用');
      return [];
    }
    const type =
      column.cellType ?? (element.cellType === 'default' ? undefined : element.cellType) ?? 'dropdown';
    const choices = column.choices ?? (Object.hasOwn(kinds, String(type)) ? element.choices : undefined);
    return readElement({ ...column, choices }, type, { ...inner, path, row: 'row.', depth: place.depth + 1 });
  });
}

const effectOfKey: Readonly<Record<string, SourceEffect>> = {
  visibleIf: 'show',
  requiredIf: 'require',
  enableIf: 'enable',
};

function conditionsOf(element: JsonObject, { path, row }: Place): SourceCondition[] {
  const resolve = (name: string) =>
    row !== '' && name.startsWith(row) ? `.${name.slice(row.length)}` : name;
  return Object.entries(effectOfKey).flatMap(([key, effect]) => {
    const text = textOf(element[key]);
    return text === undefined
      ? []
      : [{ effects: [effect], text, dialect: 'surveyJs', resolve, path: `${path}.${key}` } as const];
  });
}
