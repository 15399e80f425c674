import { inputText } from '../../../texts/input-texts.ts';
import { type FieldKind, labelOf, labelsOf } from '../kind.ts';

export const radio: FieldKind<string> = {
  component: 'radio',
  empty: '',
  holdsValue: true,
  wide: false,
  takesOptions: true,
  holdsFiles: false,
  searchable: false,
  usableInCondition: true,
  textual: false,
  maskable: false,
  takesSeveral: () => false,
  normalise: (raw) => (raw === null ? '' : typeof raw === 'string' ? raw : undefined),
  isEmpty: (value) => value === '',
  validate: (value, { options }) => (value === '' || labelsOf(options).has(value) ? [] : [inputText.choose]),
  text: (value, { options }) => (value === '' ? '' : labelOf(value, options)),
};
