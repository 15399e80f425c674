import { countCharacters, isBlank } from '../../../texts/characters.ts';
import { formLimits } from '../../limits.ts';
import type { FieldKind } from '../kind.ts';

export const singleLine: FieldKind<string> = {
  component: 'single-line',
  empty: '',
  holdsValue: true,
  wide: false,
  takesOptions: false,
  maskable: true,
  normalise: (raw) => (raw === null ? '' : typeof raw === 'string' ? raw.trim() : undefined),
  isEmpty: isBlank,
  validate(value) {
    if (/[\r\n]/.test(value)) return ['不能换行'];
    return countCharacters(value) > formLimits.textLength ? [`不能超过${formLimits.textLength}个字符`] : [];
  },
  text: (value) => value,
};
