import type { FormComponent } from '#domain/enumerations/form-component.ts';
import type { FieldProps } from '../model.ts';
import { isExpression } from './field-parts.ts';
import { formilyProps } from './formily-kinds.ts';
import { codeMessage, type JsonObject, numberOf, type ReportOmission } from './source.ts';

/** Properties that concern the look of a page only, or that other readers read. */
const ignored: ReadonlySet<string> = new Set([
  'style',
  'className',
  'size',
  'allowClear',
  'bordered',
  'showCount',
  'showSearch',
  'autoComplete',
  'optionType',
  'buttonStyle',
  'options',
  'treeData',
  'maxLength',
  'listType',
  'mode',
  'textContent',
  'scroll',
  'pagination',
  'columns',
  'title',
  'format',
  'picker',
]);

const nameOfOurs: ReadonlyMap<string, keyof FieldProps> = new Map(
  Object.entries(formilyProps).map(([ours, theirs]) => [theirs, ours as keyof FieldProps]),
);

/** Reads the properties of a component of Formily; those without a meaning here are left out. */
export function readFormilyProps(
  kind: FormComponent,
  node: JsonObject,
  props: JsonObject,
  path: string,
  report: ReportOmission,
): FieldProps {
  const found: Partial<Record<keyof FieldProps, unknown>> = {};
  for (const [key, value] of Object.entries(props)) {
    const place = `${path}.x-component-props.${key}`;
    const ours = nameOfOurs.get(key);
    if (isExpression(value)) report(place, codeMessage);
    else if (ours !== undefined && isFitting(ours, value))
      found[ours] = ours === 'accept' ? formatsOf(value) : value;
    else if (!ignored.has(key) && value !== false && value !== undefined && value !== null)
      report(place, `属性“${key}”在这里没有对应，未取用`);
  }
  if (props.mode === 'multiple' || props.mode === 'tags') found.multiple = true;
  if (kind === 'number' && node.type === 'integer') found.precision ??= 0;
  if (kind === 'table' || kind === 'array') {
    found.minRows ??= numberOf(node.minItems);
    found.maxRows ??= numberOf(node.maxItems);
  }
  if (kind === 'slider') {
    found.min ??= numberOf(node.minimum);
    found.max ??= numberOf(node.maximum);
  }
  const isRange = kind === 'slider';
  // Ends of a number are rules here.
  return Object.fromEntries(
    Object.entries(found).filter(
      ([key, value]) =>
        value !== undefined && (isRange || (key !== 'min' && key !== 'max' && key !== 'step')),
    ),
  );
}

function isFitting(name: keyof FieldProps, value: unknown): boolean {
  if (name === 'accept') return formatsOf(value).length > 0;
  if (name === 'multiple') return value === true;
  if (name === 'placeholder' || name === 'unit' || name === 'editor')
    return typeof value === 'string' && value !== '';
  return numberOf(value) !== undefined;
}

/** Returns file extensions without their dots, from a list or a text with commas; other media types are left out. */
export function formatsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return parts
    .slice(0, 50)
    .flatMap((part) => (typeof part === 'string' ? part.trim().toLowerCase().replace(/^\./, '') : []))
    .filter((part) => /^[a-z0-9]{1,10}$/.test(part));
}
