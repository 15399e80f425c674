import type { FormComponent } from '#domain/enumerations/form-component.ts';
import type { KindName } from '../kinds/kinds.ts';
import type { FieldProps } from '../model.ts';

/** The form of a kind in a schema for Formily. */
export interface FormilyKind {
  /** Type of the value; a void node has none. */
  type: 'string' | 'number' | 'boolean' | 'array' | 'object' | 'void';
  /** Name of the component; components that Formily does not have carry a name of our own. */
  component: string;
  /** Properties that tell the component from that of another kind. */
  fixedProps?: Readonly<Record<string, unknown>>;
}

/** One line for each kind; a kind without a line does not compile. */
export const formilyKinds: Readonly<Record<KindName, FormilyKind>> = {
  'single-line': { type: 'string', component: 'Input' },
  textarea: { type: 'string', component: 'Input.TextArea' },
  'rich-text': { type: 'string', component: 'RichText' },
  heading: { type: 'void', component: 'Heading' },
  divider: { type: 'void', component: 'Divider' },
  number: { type: 'number', component: 'NumberPicker' },
  switch: { type: 'boolean', component: 'Switch' },
  radio: { type: 'string', component: 'Radio.Group' },
  checkbox: { type: 'array', component: 'Checkbox.Group' },
  select: { type: 'string', component: 'Select' },
  'tree-select': { type: 'string', component: 'TreeSelect' },
  'cascader-select': { type: 'array', component: 'Cascader' },
  date: { type: 'string', component: 'DatePicker' },
  'date-range': { type: 'array', component: 'DatePicker.RangePicker' },
  time: { type: 'string', component: 'TimePicker' },
  slider: { type: 'number', component: 'Slider' },
  rating: { type: 'number', component: 'Rate' },
  nation: { type: 'string', component: 'Nation' },
  password: { type: 'string', component: 'Password' },
  region: { type: 'array', component: 'Region' },
  organisation: { type: 'array', component: 'Organisation' },
  upload: { type: 'array', component: 'Upload' },
  'image-upload': { type: 'array', component: 'Upload', fixedProps: { listType: 'picture-card' } },
  signature: { type: 'array', component: 'Signature' },
  applicant: { type: 'object', component: 'Applicant' },
  jurisdiction: { type: 'array', component: 'Jurisdiction' },
  handler: { type: 'array', component: 'Handler' },
  table: { type: 'array', component: 'ArrayTable' },
  array: { type: 'array', component: 'ArrayCards' },
  object: { type: 'object', component: 'ObjectContainer' },
  'sub-form': { type: 'object', component: 'SubForm' },
};

/** Other components of Formily, with the kind that draws the same value. */
const otherComponents: Readonly<Record<string, FormComponent>> = {
  TextArea: 'textarea',
  'Input.Password': 'password',
  InputNumber: 'number',
  Radio: 'radio',
  Checkbox: 'switch',
  Rating: 'rating',
  'Select.Multiple': 'select',
  'Upload.Dragger': 'upload',
  RangePicker: 'date-range',
  'DatePicker.TimePicker': 'time',
  ArrayItems: 'array',
  ArrayCollapse: 'array',
  ArrayTabs: 'array',
};

const byComponent: ReadonlyMap<string, FormComponent> = new Map([
  ...Object.entries(otherComponents),
  ...Object.entries(formilyKinds)
    .filter(([, { fixedProps }]) => fixedProps === undefined)
    .map(([kind, { component }]) => [component, kind as KindName] as const),
]);

/** Returns the kind of a component with these properties; undefined if there is none. */
export function kindOfComponent(
  component: string,
  props: Readonly<Record<string, unknown>>,
): FormComponent | undefined {
  const isPicture = component.startsWith('Upload') && String(props.listType ?? '').startsWith('picture');
  return isPicture ? 'image-upload' : byComponent.get(component);
}

/** Names of our properties in `x-component-props`; a property without a line does not compile. */
export const formilyProps: Readonly<Record<keyof FieldProps, string>> = {
  placeholder: 'placeholder',
  rows: 'rows',
  precision: 'precision',
  min: 'min',
  max: 'max',
  step: 'step',
  stars: 'count',
  unit: 'addonAfter',
  multiple: 'multiple',
  level: 'level',
  minLevel: 'minLevel',
  minRows: 'minRows',
  maxRows: 'maxRows',
  maxCount: 'maxCount',
  maxSizeMb: 'maxSizeMb',
  editor: 'editor',
  height: 'height',
  sum: 'sum',
  applicantWord: 'applicantWord',
  accept: 'accept',
};
