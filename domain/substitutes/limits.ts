/** Longest rule, first and last day included. */
export const longestRuleDays = 366;
/** The number of days ahead at which a rule may begin. */
export const beginsWithinDays = 366;
/** Items that one rule may name. */
export const maxRuleItems = 100;
/** Rules of one person that are not over: each is queried at every call of the substitute. */
export const maxStandingRules = 30;
