export { clockOf, clockOfTask } from './clock-of-task.ts';
export {
  type Asked,
  announce,
  type DecisionOutcome,
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
export { type Written, writeDecision } from './write-decision.queries.ts';
