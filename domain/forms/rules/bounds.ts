import { countCharacters } from '../../texts/characters.ts';
import type { BoundRule } from '../model.ts';
import type { NamedRule } from './rule.ts';

/** Minimum of a number. */
export const min: NamedRule<BoundRule> = {
  compile: (rule) =>
    createBoundRule(rule, (value) =>
      typeof value === 'number' && value < rule.value ? `不能小于${rule.value}` : undefined,
    ),
};

/** Maximum of a number. */
export const max: NamedRule<BoundRule> = {
  compile: (rule) =>
    createBoundRule(rule, (value) =>
      typeof value === 'number' && value > rule.value ? `不能大于${rule.value}` : undefined,
    ),
};

/** Minimum number of characters of a text. */
export const minLength: NamedRule<BoundRule> = {
  compile: (rule) =>
    createBoundRule(rule, (value) =>
      typeof value === 'string' && countCharacters(value) < rule.value
        ? `请输入不少于${rule.value}个字符`
        : undefined,
    ),
};

/** Maximum number of characters of a text (message of S2 §5). */
export const maxLength: NamedRule<BoundRule> = {
  compile: (rule) =>
    createBoundRule(rule, (value) =>
      typeof value === 'string' && countCharacters(value) > rule.value
        ? `请输入不超过${rule.value}个字符`
        : undefined,
    ),
};

function createBoundRule(rule: BoundRule, check: (value: unknown) => string | undefined) {
  if (!Number.isFinite(rule.value)) return { reason: `规则“${rule.rule}”缺少数值` };
  return check;
}
