import { isBlank, problemOfLength } from '../../../texts/characters.ts';
import { formLimits } from '../../limits.ts';
import type { FieldKind } from '../kind.ts';

export const textarea: FieldKind<string> = {
  component: 'textarea',
  empty: '',
  holdsValue: true,
  wide: true,
  takesOptions: false,
  holdsFiles: false,
  searchable: true,
  usableInCondition: false,
  textual: true,
  maskable: true,
  takesSeveral: () => false,
  normalise: (raw) => (raw === null ? '' : typeof raw === 'string' ? raw : undefined),
  // Blanks alone count as empty, but blanks inside the text are kept.
  isEmpty: (value) => isBlank(value),
  validate(value) {
    const problem = problemOfLength(value, formLimits.textLength);
    return problem === undefined ? [] : [problem];
  },
  text: (value) => value,
};
