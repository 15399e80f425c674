import type { Problem } from '../refusals/refusals.ts';

/** Cards of a supervision letter (亮牌). */
export const SupervisionCard = { none: 'none', yellow: 'yellow', red: 'red' } as const;
export type SupervisionCard = (typeof SupervisionCard)[keyof typeof SupervisionCard];
export const supervisionCardLabel: Record<SupervisionCard, string> = {
  none: '不亮',
  yellow: '黄牌',
  red: '红牌',
};

/** Calendar days of delay of a step after which the item demands a card, and how many yellow cards make a red one. */
export interface CardRule {
  yellowAfterDays: number;
  redAfterDays: number | null;
  yellowsForRed: number | null;
}

export const cardLimits = { days: 365, yellows: 20 } as const;
/** The rule with which an author begins. */
export const newCardRule: CardRule = { yellowAfterDays: 10, redAfterDays: 30, yellowsForRed: 2 };

/** Returns every problem of a rule, at its field below `path`. */
export function problemsOfCardRule(rule: CardRule, path: string): Problem[] {
  const { yellowAfterDays, redAfterDays, yellowsForRed } = rule;
  const { days, yellows } = cardLimits;
  const isWithin = (amount: number, min: number, max: number) =>
    Number.isInteger(amount) && amount >= min && amount <= max;
  const problems: Problem[] = [];
  const add = (name: keyof CardRule, message: string) => problems.push({ field: `${path}.${name}`, message });
  if (!isWithin(yellowAfterDays, 1, days)) add('yellowAfterDays', `亮黄牌的超期天数须为 1 到 ${days}`);
  if (redAfterDays !== null && !isWithin(redAfterDays, 1, days))
    add('redAfterDays', `亮红牌的超期天数须为 1 到 ${days}`);
  else if (redAfterDays !== null && redAfterDays <= yellowAfterDays)
    add('redAfterDays', '亮红牌的超期天数须多于亮黄牌的');
  if (yellowsForRed !== null && !isWithin(yellowsForRed, 2, yellows))
    add('yellowsForRed', `转红牌的黄牌张数须为 2 到 ${yellows}`);
  return problems;
}
