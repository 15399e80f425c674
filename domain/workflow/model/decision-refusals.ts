import type { Refusal, RefusalCode } from '../../refusals/refusals.ts';

/** All refusals of a decision on an order; calls that decide declare all of them. */
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
  'recordOpen',
  'recordState',
] as const satisfies readonly RefusalCode[];

export type DecisionRefusal = Refusal<(typeof decisionRefusals)[number]>;
