import { applicant } from './applicant/applicant.ts';
import { array } from './array/array.ts';
import { cascaderSelect } from './cascader-select/cascader-select.ts';
import { checkbox } from './checkbox/checkbox.ts';
import { date } from './date/date.ts';
import { dateRange } from './date-range/date-range.ts';
import { divider } from './divider/divider.ts';
import { handler } from './handler/handler.ts';
import { heading } from './heading/heading.ts';
import { imageUpload } from './image-upload/image-upload.ts';
import { jurisdiction } from './jurisdiction/jurisdiction.ts';
import type { FieldKind } from './kind.ts';
import { nation } from './nation/nation.ts';
import { number } from './number/number.ts';
import { object } from './object/object.ts';
import { organisation } from './organisation/organisation.ts';
import { password } from './password/password.ts';
import { radio } from './radio/radio.ts';
import { rating } from './rating/rating.ts';
import { region } from './region/region.ts';
import { richText } from './rich-text/rich-text.ts';
import { select } from './select/select.ts';
import { signature } from './signature/signature.ts';
import { singleLine } from './single-line/single-line.ts';
import { slider } from './slider/slider.ts';
import { subForm } from './sub-form/sub-form.ts';
import { switchKind } from './switch/switch.ts';
import { table } from './table/table.ts';
import { textarea } from './textarea/textarea.ts';
import { time } from './time/time.ts';
import { treeSelect } from './tree-select/tree-select.ts';
import { upload } from './upload/upload.ts';

/** Every kind; the web's list of the same keys has its type from this one. */
export const fieldKinds = {
  'single-line': singleLine,
  textarea,
  'rich-text': richText,
  heading,
  divider,
  number,
  switch: switchKind,
  radio,
  checkbox,
  select,
  'tree-select': treeSelect,
  'cascader-select': cascaderSelect,
  date,
  'date-range': dateRange,
  time,
  slider,
  rating,
  nation,
  password,
  region,
  organisation,
  jurisdiction,
  handler,
  applicant,
  upload,
  'image-upload': imageUpload,
  signature,
  table,
  array,
  object,
  'sub-form': subForm,
} as const satisfies Record<string, FieldKind>;

export type KindName = keyof typeof fieldKinds;

export function isKindName(value: unknown): value is KindName {
  return typeof value === 'string' && Object.hasOwn(fieldKinds, value);
}

/** Returns the kind of this name; undefined if there is none. */
export function findKind(name: unknown): FieldKind | undefined {
  return isKindName(name) ? fieldKinds[name] : undefined;
}

/** Checks whether a column of a table may be of this kind. */
export function canBeColumn(name: KindName): boolean {
  const kind: FieldKind = fieldKinds[name];
  return kind.nests === undefined && canBeInside(name);
}

/** Checks whether a field inside a list, an object or a sub-form may be of this kind. */
export function canBeInside(name: KindName): boolean {
  return fieldKinds[name].holdsValue && name !== 'rich-text';
}

/** Type of the value of a kind. */
export type ValueOfKind<Name extends KindName> =
  (typeof fieldKinds)[Name] extends FieldKind<infer Value> ? Value : never;
