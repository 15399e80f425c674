export { clockOf, clockOfTask } from './clock-of-task.ts';
export {
  announce,
  type DecisionRequest,
  decideAndRecord,
  orderFacts,
  type ReadOrder,
} from './decide-and-record.ts';
export {
  codePlaceholder,
  type Decision,
  type NewOrder,
  type SealedApplicant,
  type StagingLeft,
} from './decision.ts';
export { writeDecision } from './write-decision.queries.ts';
