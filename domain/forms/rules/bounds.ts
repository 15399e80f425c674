import { countCharacters } from '../../texts/characters.ts';
import type { BoundRule } from '../model.ts';
import type { NamedRule } from './rule.ts';

/** A number of at least so much. */
export const min: NamedRule<BoundRule> = {
  compile: (rule) =>
    bounded(rule, (value) =>
      typeof value === 'number' && value < rule.value ? `不能小于${rule.value}` : undefined,
    ),
};

/** A number of at most so much. */
export const max: NamedRule<BoundRule> = {
  compile: (rule) =>
    bounded(rule, (value) =>
      typeof value === 'number' && value > rule.value ? `不能大于${rule.value}` : undefined,
    ),
};

/** Characters of a text at least. */
export const minLength: NamedRule<BoundRule> = {
  compile: (rule) =>
    bounded(rule, (value) =>
      typeof value === 'string' && countCharacters(value) < rule.value
        ? `请输入不少于${rule.value}个字符`
        : undefined,
    ),
};

/** Characters of a text at most (text of S2 §5). */
export const maxLength: NamedRule<BoundRule> = {
  compile: (rule) =>
    bounded(rule, (value) =>
      typeof value === 'string' && countCharacters(value) > rule.value
        ? `请输入不超过${rule.value}个字符`
        : undefined,
    ),
};

function bounded(rule: BoundRule, check: (value: unknown) => string | undefined) {
  if (!Number.isFinite(rule.value)) return { reason: `规则“${rule.rule}”缺少数值` };
  return check;
}
