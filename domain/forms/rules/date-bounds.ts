import { isLocalDate } from '#domain/calendar/local-date.ts';
import type { DateBoundRule } from '../model.ts';
import type { NamedRule, RuleCheck, RuleContext } from './rule.ts';

/** A day on or after another: today, a fixed day, or the day in another field. */
export const dateFrom: NamedRule<DateBoundRule> = {
  compile: (rule) => dateBound(rule, (day, bound) => (day < bound ? '早于' : undefined)),
  reads: (rule) => (rule.field === undefined ? [] : [rule.field]),
};

/** A day on or before another. */
export const dateTo: NamedRule<DateBoundRule> = {
  compile: (rule) => dateBound(rule, (day, bound) => (day > bound ? '晚于' : undefined)),
  reads: (rule) => (rule.field === undefined ? [] : [rule.field]),
};

function dateBound(
  rule: DateBoundRule,
  compare: (day: string, bound: string) => '早于' | '晚于' | undefined,
): RuleCheck | { reason: string } {
  const fixed = rule.value;
  if (rule.field === undefined && fixed !== 'today' && !(fixed !== undefined && isLocalDate(fixed))) {
    return { reason: `规则“${rule.rule}”缺少日期` };
  }
  return (value, context) => {
    const bound = boundOf(rule, context);
    // A bound that is not filled in binds nothing; whether it must be filled in is its own field's business.
    if (bound === undefined || typeof value !== 'string' || !isLocalDate(value)) return undefined;
    const wrong = compare(value, bound);
    if (wrong === undefined) return undefined;
    return `日期不能${wrong}${rule.field === undefined && fixed === 'today' ? '今天' : bound}`;
  };
}

/**
 * Returns the first and last day a date field may take, as far as its rules say so; the calendar greys out
 * the rest.
 */
export function boundOf(rule: DateBoundRule, context: RuleContext): string | undefined {
  const day = rule.field === undefined ? rule.value : context.read(rule.field);
  if (day === 'today') return context.today;
  return typeof day === 'string' && isLocalDate(day) ? day : undefined;
}
