import { isLocalDate } from '#domain/calendar/local-date.ts';
import type { DateBoundRule, Rule } from '../model.ts';
import type { NamedRule, RuleCheck, RuleContext } from './rule.ts';

/** A day on or after another: today, a fixed day, or the day in another field. */
export const dateFrom: NamedRule<DateBoundRule> = {
  compile: (rule) => createDateBoundCheck(rule, (day, bound) => (day < bound ? '早于' : undefined)),
  reads: (rule) => (rule.field === undefined ? [] : [rule.field]),
};

/** A day on or before another. */
export const dateTo: NamedRule<DateBoundRule> = {
  compile: (rule) => createDateBoundCheck(rule, (day, bound) => (day > bound ? '晚于' : undefined)),
  reads: (rule) => (rule.field === undefined ? [] : [rule.field]),
};

function createDateBoundCheck(
  rule: DateBoundRule,
  compare: (day: string, bound: string) => '早于' | '晚于' | undefined,
): RuleCheck | { reason: string } {
  const fixed = rule.value;
  if (rule.field === undefined && fixed !== 'today' && !(fixed !== undefined && isLocalDate(fixed))) {
    return { reason: `规则“${rule.rule}”缺少日期` };
  }
  return (value, context) => {
    const bound = dateBoundOf(rule, context);
    // An empty bound does not restrict the day; whether it is required is decided by its own field.
    if (bound === undefined) return undefined;
    // A span keeps within the bound with both of its days.
    for (const day of Array.isArray(value) ? value : [value]) {
      const violation = typeof day === 'string' && isLocalDate(day) ? compare(day, bound) : undefined;
      if (violation !== undefined)
        return `日期不能${violation}${rule.field === undefined && fixed === 'today' ? '今天' : bound}`;
    }
    return undefined;
  };
}

/** Returns the first or last day that a rule of a date field allows. */
function dateBoundOf(rule: DateBoundRule, context: RuleContext): string | undefined {
  const day = rule.field === undefined ? rule.value : context.read(rule.field);
  if (day === 'today') return context.today;
  return typeof day === 'string' && isLocalDate(day) ? day : undefined;
}

/** Returns the first and the last day that the rules of a field accept; a side without a bound is undefined. */
export function dateBoundsOf(
  { rules }: { rules: readonly { readonly rule: Rule }[] },
  context: RuleContext,
): { min?: string | undefined; max?: string | undefined } {
  const boundsOf = (name: DateBoundRule['rule']) =>
    rules.flatMap(({ rule }) => (rule.rule === name ? (dateBoundOf(rule, context) ?? []) : [])).sort();
  return { min: boundsOf('dateFrom').at(-1), max: boundsOf('dateTo')[0] };
}
