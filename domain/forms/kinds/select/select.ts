import { checkbox } from '../checkbox/checkbox.ts';
import type { FieldKind } from '../kind.ts';
import { radio } from '../radio/radio.ts';

/** One option, or several with `x-props.multiple`, which also decides the shape of the value. */
export const select: FieldKind<string | readonly string[]> = {
  component: 'select',
  empty: '',
  holdsValue: true,
  wide: false,
  takesOptions: true,
  holdsFiles: false,
  searchable: false,
  usableInCondition: true,
  textual: false,
  maskable: false,
  takesSeveral: ({ multiple }) => multiple === true,
  normalise: (raw) => (Array.isArray(raw) ? checkbox.normalise(raw) : radio.normalise(raw)),
  isEmpty: (value) => value.length === 0,
  validate(value, context) {
    if (typeof value === 'string') return radio.validate(value, context);
    if (!context.props.multiple && value.length > 1) return ['只能选择一项'];
    return checkbox.validate(value, context);
  },
  text: (value, context) =>
    typeof value === 'string' ? radio.text(value, context) : checkbox.text(value, context),
};
