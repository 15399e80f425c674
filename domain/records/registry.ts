import { correctionRules } from './correction.ts';
import { expressRules } from './express.ts';
import { extensionRules } from './extension.ts';
import { mergeRules } from './merge.ts';
import { outputRules } from './output.ts';
import { paymentRules } from './payment.ts';
import { rareRules } from './rare-supplement.ts';
import type { RecordRules, RecordStateRules } from './record-rules.ts';
import type { RecordKind, SideRecord } from './side-record.ts';
import { specialRules } from './special.ts';
import { supervisionRules } from './supervision.ts';
import { suspensionRules } from './suspension.ts';

/** State machines of all kinds that the portal serves. */
const allRules = {
  [extensionRules.kind]: extensionRules,
  [suspensionRules.kind]: suspensionRules,
  [specialRules.kind]: specialRules,
  [expressRules.kind]: expressRules,
  [outputRules.kind]: outputRules,
  [correctionRules.kind]: correctionRules,
  [rareRules.kind]: rareRules,
  [paymentRules.kind]: paymentRules,
  [supervisionRules.kind]: supervisionRules,
  [mergeRules.kind]: mergeRules,
};

export const recordRules = allRules as unknown as Readonly<Partial<Record<RecordKind, RecordRules>>>;

/** Commands of each kind: the name of the command, and its input. */
export type RecordCommands = {
  [Kind in keyof typeof allRules]: {
    [Name in keyof (typeof allRules)[Kind]['commands']]: (typeof allRules)[Kind]['commands'][Name] extends {
      decide(position: never, input: infer Input): unknown;
    }
      ? Input
      : never;
  };
};

/** Returns the content of a record as every reader of its order sees it. */
export function maskedDataOf({ kind, data }: Pick<SideRecord, 'kind' | 'data'>): unknown {
  return recordRules[kind]?.mask?.(data) ?? data;
}

const unknownState: RecordStateRules = { label: '', isOpen: false };

/** Returns the rules of the state that a record is in. */
export function stateRulesOf({ kind, state }: Pick<SideRecord, 'kind' | 'state'>): RecordStateRules {
  return recordRules[kind]?.states[state] ?? unknownState;
}
