import { compilePattern } from '../../patterns/safe-pattern.ts';
import { inputText } from '../../texts/input-texts.ts';
import type { PatternRule } from '../model.ts';
import { PatternCostExceededError, patternCostText } from '../pattern-cost.ts';
import type { NamedRule } from './rule.ts';

/** A text that matches a configured pattern; only the linear subset of regular expressions is accepted. */
export const pattern: NamedRule<PatternRule> = {
  compile(rule) {
    if (typeof rule.value !== 'string') return { reason: '规则“pattern”缺少正则表达式' };
    const compiled = compilePattern(rule.value);
    if ('reason' in compiled) return compiled;
    return (value, { work }) => {
      try {
        if (typeof value !== 'string' || compiled.test(value, work?.spend)) return undefined;
        return inputText.badFormat;
      } catch (error) {
        if (error instanceof PatternCostExceededError) return patternCostText;
        throw error;
      }
    };
  },
};
