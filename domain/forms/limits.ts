/** Bounds of a form; a model that passes them can be compiled, evaluated and validated in bounded time. */
export const formLimits = {
  fields: 1500,
  columns: 40,
  rows: 500,
  options: 2000,
  conditionDepth: 8,
  patternLength: 300,
  /** States of a compiled pattern; matching costs at most states × characters. */
  patternStates: 1000,
  patternText: 5000,
  /** States that all patterns of a submission may visit together, and states that all patterns of a form may have. */
  patternWork: 5_000_000,
  patternStatesOfForm: 20_000,
  /** Characters of all patterns of a form. */
  patternTextOfForm: 60_000,
  textLength: 20_000,
  /** How long the page in a frame may take to hand over what was typed (S1 §9). */
  frameWaitMilliseconds: 8000,
  /** Characters of what it hands over, as JSON. */
  frameContentLength: 256_000,
  frameLeastHeight: 120,
  frameMostHeight: 4000,
} as const;
