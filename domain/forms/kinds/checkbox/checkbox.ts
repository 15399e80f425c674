import { inputText } from '../../../texts/input-texts.ts';
import { type FieldKind, labelOf, labelsOf } from '../kind.ts';

export const checkbox: FieldKind<readonly string[]> = {
  component: 'checkbox',
  empty: [],
  holdsValue: true,
  wide: true,
  takesOptions: true,
  holdsFiles: false,
  searchable: false,
  usableInCondition: true,
  textual: false,
  maskable: false,
  takesSeveral: () => true,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw) || !raw.every((item) => typeof item === 'string')) return undefined;
    return [...new Set<string>(raw)];
  },
  isEmpty: (value) => value.length === 0,
  validate: (value, { options }) =>
    value.every((item) => labelsOf(options).has(item)) ? [] : [inputText.choose],
  text: (value, { options }) => value.map((item) => labelOf(item, options)).join('、'),
};
