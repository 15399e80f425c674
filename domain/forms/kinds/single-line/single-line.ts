import { isBlank, problemOfLength } from '../../../texts/characters.ts';
import { formLimits } from '../../limits.ts';
import type { FieldKind } from '../kind.ts';

export const singleLine: FieldKind<string> = {
  component: 'single-line',
  empty: '',
  holdsValue: true,
  wide: false,
  takesOptions: false,
  holdsFiles: false,
  searchable: true,
  usableInCondition: true,
  textual: true,
  maskable: true,
  takesSeveral: () => false,
  normalise: (raw) => (raw === null ? '' : typeof raw === 'string' ? raw.trim() : undefined),
  isEmpty: isBlank,
  validate(value) {
    if (/[\r\n]/.test(value)) return ['不能换行'];
    const problem = problemOfLength(value, formLimits.textLength);
    return problem === undefined ? [] : [problem];
  },
  text: (value) => value,
};
