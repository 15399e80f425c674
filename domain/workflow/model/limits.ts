/** Limits of the workflow core. */

/** Recipients of one copy action, each a person, a post or another group. */
export const maxCopyReceivers = 200;
/** Recipients of all copies of one order: they are part of its state, which every action reads. */
export const maxCopyReceiversOfOrder = 1000;
/** Number of times that materials are added to one order. */
export const maxAdditionsOfOrder = 100;
/** Reading notes of one person on one copy. */
export const maxNotesOnCopy = 20;
/** Characters of the title and of the text of an urge. */
export const maxUrgeTitleLength = 100;
export const maxUrgeTextLength = 500;
/** Hours until an order may be urged again, by default. */
export const defaultUrgeHours = 4;
/** Characters of a message that a definition's service task sends. */
export const maxMessageLength = 500;
/**
 * Seats of one countersign or group of signers; instances of a node, by the definition or named by one
 * person.
 */
export const maxSeats = 50;
/**
 * Days of a limit in a definition, of an order or of a task; each day is counted when an order arrives there.
 */
export const maxLimitDays = 3_650;
/** Months of a limit in a definition: ten years, as in days. */
export const maxLimitMonths = 120;
/** Returns the largest amount of a limit in a unit. */
export function maxLimitAmount(unit: 'workingDay' | 'calendarDay' | 'month'): number {
  return unit === 'month' ? maxLimitMonths : maxLimitDays;
}
/** Days of a limit for people who are asked. */
export const maxPanelLimitDays = 365;
/** Characters of the name of a group of a countersign. */
export const maxGroupNameLength = 50;
/** Depth of nesting: people who were asked may ask others. */
export const maxPanelDepth = 3;
/** Panels of one visit. */
export const maxPanelsPerVisit = 20;
/** Firings in one action; more are a loop without a task in it. */
export const maxFiringsPerDecision = 1000;
/** Evaluations of flow conditions in one action: each is cheap, but a loop of gateways repeats them. */
export const maxConditionsPerDecision = 1000;
/** Steps of all these evaluations together; a single one is limited by `expressionLimits`. */
export const maxConditionStepsPerDecision = 200_000;
/**
 * Markings that the check at publishing visits before it gives up, and tokens in all these markings together.
 */
export const maxMarkings = 20_000;
export const maxTokensOfMarkings = 500_000;
/** Limits of a definition: it is checked once, but read at every action of every order that uses it. */
export const definitionLimits = {
  nodes: 1000,
  flows: 2000,
  outgoingFlows: 100,
  /** Buttons of one node, each of which is checked whenever its order is opened. */
  buttons: 50,
  candidates: 100,
  returnTargets: 100,
  /** Variables that one button sets, and field values that it is bound to. */
  variablesOfButton: 20,
  bindingsOfButton: 50,
  /** Different rules of the library that the conditions read, each of which one action may execute. */
  rulesOfConditions: 10,
  /** Variables of the process: every condition may use each. */
  variables: 200,
  variableText: 5_000,
  results: 50,
} as const;
/** Characters of the file of a definition. */
export const maxDefinitionText = 2_000_000;
/**
 * Rows of a long trace that an order's page shows at first; the reader can load the others
 * (docs/decisions/0131).
 */
export const initialTraceRows = 20;
/** Actions of one order that can be replayed: the state after one is computed from all events before it. */
export const maxReplayedSteps = 5000;
