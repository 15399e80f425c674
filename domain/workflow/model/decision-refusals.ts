import type { Refusal, RefusalCode } from '../../refusals/refusals.ts';

/** Everything that a decision on an order may say no with; calls that decide declare it as a whole. */
export const decisionRefusals = [
  'forbidden',
  'notYourTask',
  'taskAlreadyHandled',
  'taskHeld',
  'countersignRepeated',
  'orderEnded',
  'actionNotAllowed',
  'badInput',
  'opinionRequired',
  'nextHandlersIncomplete',
  'branchRequired',
  'returnTargetRequired',
  'returnTargetsInLine',
  'returnNotAllowed',
  'withdrawNotAllowed',
  'recallNotAllowed',
  'resubmitNotAllowed',
  'noCandidates',
  'conditionFaulty',
  'processStuck',
  'urgedTooSoon',
] as const satisfies readonly RefusalCode[];

export type DecisionRefusal = Refusal<(typeof decisionRefusals)[number]>;
