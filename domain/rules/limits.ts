/** Limits of configured rules: of what an author writes, and of what one call may evaluate. */
export const ruleLimits = {
  nameLength: 60,
  keyLength: 60,
  tipLength: 200,
  params: 50,
  conditions: 50,
  /** Characters of a fixed value, and of a text value that is compared. */
  valueLength: 500,
  scriptLength: 20_000,
  /** Rules of one orchestration. */
  steps: 20,
  /** Orchestrations within orchestrations. */
  depth: 4,
  /** Rules that one call may evaluate, those of orchestrations included. */
  evaluations: 100,
  /** Scripts that one call may run; each may take the whole time of a script. */
  scripts: 10,
  /** Interfaces that one call or action may ask; equal requests count once. */
  interfaces: 5,
  rulesOfGroup: 200,
  examples: 30,
  /** Values that a call may send. */
  sentValues: 200,
  /** Characters of the JSON that a script receives or answers. */
  scriptJsonLength: 64 * 1_024,
} as const;

/** Time after which a running script is ended. */
export const scriptTimeLimitMs = 50;

/** Time within which an interface must answer: less than in forms (40 s), because an action waits for it. */
export const ruleInterfaceLimitMs = 5_000;

/** Time that one call or action may wait for all its interfaces. */
export const ruleInterfacesLimitMs = 10_000;

/** Memory of a running script, beyond which it cannot allocate. */
export const scriptMemoryBytes = 16 * 1_048_576;
