import type { FieldKind } from '../kind.ts';

/** Opens a section; the fields up to the next heading belong to it. */
export const heading: FieldKind<null> = {
  component: 'heading',
  empty: null,
  holdsValue: false,
  wide: true,
  takesOptions: false,
  holdsFiles: false,
  searchable: false,
  usableInCondition: false,
  textual: false,
  maskable: false,
  takesSeveral: () => false,
  normalise: () => null,
  isEmpty: () => true,
  validate: () => [],
  text: () => '',
};
