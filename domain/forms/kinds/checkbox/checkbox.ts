import { type FieldKind, labelOf } from '../kind.ts';

export const checkbox: FieldKind<readonly string[]> = {
  component: 'checkbox',
  empty: [],
  holdsValue: true,
  wide: true,
  takesOptions: true,
  maskable: false,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw) || !raw.every((item) => typeof item === 'string')) return undefined;
    return [...new Set<string>(raw)];
  },
  isEmpty: (value) => value.length === 0,
  validate: (value, { options }) =>
    value.every((item) => options.some((option) => option.value === item)) ? [] : ['请选择有效的选项'],
  text: (value, { options }) => value.map((item) => labelOf(item, options)).join('、'),
};
