import { extensionRules } from './extension.ts';
import { mergeRules } from './merge.ts';
import type { RecordRules, RecordStateRules } from './record-rules.ts';
import type { RecordKind, SideRecord } from './side-record.ts';
import { suspensionRules } from './suspension.ts';

/** State machines of all kinds that the portal serves. */
const allRules = {
  [extensionRules.kind]: extensionRules,
  [suspensionRules.kind]: suspensionRules,
  [mergeRules.kind]: mergeRules,
};

export const recordRules = allRules as unknown as Readonly<Partial<Record<RecordKind, RecordRules>>>;

const unknownState: RecordStateRules = { label: '', isOpen: false };

/** Returns the rules of the state that a record is in. */
export function stateRulesOf({ kind, state }: Pick<SideRecord, 'kind' | 'state'>): RecordStateRules {
  return recordRules[kind]?.states[state] ?? unknownState;
}
