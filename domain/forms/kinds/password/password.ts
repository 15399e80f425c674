import { countCharacters } from '../../../texts/characters.ts';
import { formLimits } from '../../limits.ts';
import type { FieldKind } from '../kind.ts';
import { radio } from '../radio/radio.ts';

/** Text that stands for every password, whatever its length (S2 §2). */
export const passwordText = '********';

/** A text that is stored encrypted and that no client, document or export gets back. */
export const password: FieldKind<string> = {
  ...radio,
  component: 'password',
  takesOptions: false,
  usableInCondition: false,
  writeOnly: true,
  validate: (value) =>
    countCharacters(value) <= formLimits.shortTextLength
      ? []
      : [`密码不得超过${formLimits.shortTextLength}个字符`],
  text: (value) => (value === '' ? '' : passwordText),
};
