/** Longest duration of a rule in days, including the first and the last day. */
export const maxRuleDays = 366;
/** Number of days in advance that a rule may begin. */
export const maxDaysInAdvance = 366;
/** Items that one rule may list. */
export const maxRuleItems = 100;
/** Rules of one person that are not over: all of them are queried at every call of the substitute. */
export const maxActiveRules = 30;
