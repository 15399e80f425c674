import { checkbox } from './checkbox/checkbox.ts';
import { date } from './date/date.ts';
import { heading } from './heading/heading.ts';
import type { FieldKind } from './kind.ts';
import { number } from './number/number.ts';
import { organisation } from './organisation/organisation.ts';
import { radio } from './radio/radio.ts';
import { region } from './region/region.ts';
import { richText } from './rich-text/rich-text.ts';
import { select } from './select/select.ts';
import { singleLine } from './single-line/single-line.ts';
import { table } from './table/table.ts';
import { textarea } from './textarea/textarea.ts';
import { upload } from './upload/upload.ts';

/** Every kind; the web's list of the same keys has its type from this one. */
export const fieldKinds = {
  'single-line': singleLine,
  textarea,
  'rich-text': richText,
  heading,
  number,
  radio,
  checkbox,
  select,
  date,
  region,
  organisation,
  upload,
  table,
} as const satisfies Record<string, FieldKind>;

export type KindName = keyof typeof fieldKinds;

export function isKindName(value: unknown): value is KindName {
  return typeof value === 'string' && Object.hasOwn(fieldKinds, value);
}

/** Type of the value of a kind. */
export type ValueOfKind<Name extends KindName> =
  (typeof fieldKinds)[Name] extends FieldKind<infer Value> ? Value : never;
