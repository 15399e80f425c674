export { clockOfTask, ledgerOf } from './clock-of-task.ts';
export {
  type DecisionRequest,
  decideAndRecord,
  notifyClients,
  type OrderSnapshot,
  orderFacts,
} from './decide-and-record.ts';
export {
  codePlaceholder,
  type Decision,
  type NewOrder,
  type PetitionOfOrder,
  type RemainingTaskDraft,
  type SealedApplicant,
} from './decision.ts';
export { writeDecision } from './write-decision.queries.ts';
