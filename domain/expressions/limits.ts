/** Limits of an expression, so that each is evaluated within a few milliseconds. */
export const expressionLimits = {
  length: 1000,
  depth: 20,
  /** Steps of one evaluation: one for a node of the tree or an element of a list. */
  steps: 10_000,
  /** Characters that a text function reads for one step. */
  charactersPerStep: 100,
  /** States of a pattern that a match visits for one step. */
  statesPerStep: 10,
  /** Names that are copied for one step, when `some` or `every` adds its own to them. */
  namesPerStep: 5,
  /** Steps for a number with so many places that calculating with it is slow (`isWide`). */
  stepsOfWideNumber: 10,
} as const;
