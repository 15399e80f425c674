import type { FieldKind } from '../kind.ts';
import { number } from '../number/number.ts';

/** Texts of a switch that is on and off. */
export const switchText = { on: '是', off: '否' } as const;

/** Yes or no; a switch that nobody has touched is empty, which is not the same as off. */
export const switchKind: FieldKind<boolean | null> = {
  ...number,
  component: 'switch',
  empty: null,
  comparesAs: 'boolean',
  normalise: (raw) => (raw === null || typeof raw === 'boolean' ? raw : undefined),
  problemOfText: (text) => (text === '' ? undefined : `请选择${switchText.on}或${switchText.off}`),
  isEmpty: (value) => value === null,
  validate: () => [],
  text: (value) => (value === null ? '' : value ? switchText.on : switchText.off),
};
