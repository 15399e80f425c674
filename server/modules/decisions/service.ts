export {
  codePlaceholder,
  type Decision,
  type NewOrder,
  type ReadVersion,
  type SealedApplicant,
} from './decision.ts';
export { clockOf, type Recording, recordingOf } from './recording.ts';
export { type Written, writeDecision } from './write-decision.queries.ts';
