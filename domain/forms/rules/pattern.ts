import { inputText } from '../../texts/input-texts.ts';
import type { PatternRule } from '../model.ts';
import { compilePattern } from '../safe-pattern.ts';
import type { NamedRule } from './rule.ts';

/** A text in a configured shape; only the linear subset of regular expressions is taken. */
export const pattern: NamedRule<PatternRule> = {
  compile(rule) {
    if (typeof rule.value !== 'string') return { reason: '规则“pattern”缺少正则表达式' };
    const compiled = compilePattern(rule.value);
    if ('reason' in compiled) return compiled;
    return (value) => (typeof value === 'string' && !compiled.test(value) ? inputText.badFormat : undefined);
  },
};
