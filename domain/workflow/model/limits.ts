/** Limits of the workflow core. */

/** Posts and people that get a copy of an order at once. */
export const maxCopyReceivers = 200;
/** Posts and people that have a copy of one order: they are part of its state, which every action reads. */
export const maxCopyReceiversOfOrder = 1000;
/** Number of times that materials are added to one order. */
export const maxAdditionsOfOrder = 100;
/** Reading notes that one person leaves beside one copy. */
export const maxNotesOnCopy = 20;
/** Characters of the title and of the text of an urge. */
export const maxUrgeTitleLength = 100;
export const maxUrgeTextLength = 500;
/** Hours until an order may be urged again, where the office says nothing else. */
export const usualUrgeHours = 4;
/** Characters of a message that a definition's service task sends. */
export const maxMessageLength = 500;
/** Seats of one countersign or group of signers; instances of a node that a definition gives, or one person names. */
export const maxSeats = 50;
/** Days of a limit that a definition sets, of an order or of a task; each is counted when an order comes there. */
export const maxLimitDays = 3_650;
/** Days of a limit for those who are asked. */
export const maxPanelLimitDays = 365;
/** Characters of the name of a group of a countersign. */
export const maxGroupNameLength = 50;
/** The number of times that people who were asked may ask others, one after the other. */
export const maxPanelDepth = 3;
/** Panels of one visit. */
export const maxPanelsPerVisit = 20;
/** Firings that one action may cause; more is a loop without a task in it. */
export const maxFiringsPerDecision = 1000;
/** Conditions of flows that one action may ask: each is cheap, and a loop of gateways asks them again and again. */
export const maxConditionsPerDecision = 1000;
/** Steps that these conditions may take together; one alone has those of `conditionLimits`. */
export const maxConditionStepsPerDecision = 200_000;
/**
 * Markings that the check at publishing walks through before it gives up, and tokens in all these markings
 * together.
 */
export const maxMarkings = 20_000;
export const maxTokensMoved = 500_000;
/** Bounds of a definition: it is checked once, but walked at every action of every order that runs on it. */
export const definitionLimits = {
  nodes: 1000,
  flows: 2000,
  waysOut: 100,
  /** Of one node, whose every button is judged whenever its order is opened. */
  buttons: 50,
  candidates: 100,
  returnTargets: 100,
  /** Variables that one button sets, and values of fields that it goes with. */
  setsOfButton: 20,
  bindsOfButton: 50,
  /** Of the process: every condition may ask each. */
  variables: 200,
  variableText: 5_000,
  results: 50,
} as const;
/** Characters of the file that a definition comes as. */
export const maxDefinitionText = 2_000_000;
/** Bounds of a condition: whatever a definition asks of whatever a form holds, it is decided in a few milliseconds. */
export const conditionLimits = {
  length: 1000,
  depth: 20,
  /** Steps of one evaluation: one a node of the tree and an element of a list. */
  steps: 10_000,
  /** Characters that a text function reads for one step. */
  charactersPerStep: 100,
  /** States of a pattern that a match visits for one step. */
  statesPerStep: 10,
} as const;

/**
 * Rows of a long trace that stand open on the page of an order; the reader asks for the others (docs/decisions/0131).
 */
export const traceRowsAtFirst = 20;
