export { clockOf, clockOfTask } from './clock-of-task.ts';
export {
  announce,
  type DecisionOutcome,
  type DecisionRequest,
  decideAndRecord,
  orderFacts,
  type ReadOrder,
} from './decide-and-record.ts';
export {
  codePlaceholder,
  type Decision,
  type NewOrder,
  type ReadVersion,
  type SealedApplicant,
  type StagingLeft,
} from './decision.ts';
export { type DecisionResult, writeDecision } from './write-decision.queries.ts';
