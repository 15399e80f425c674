import type { Person } from '../access/actor.ts';

/** Kinds of side records: each is a procedure that runs beside the flow of its order (docs/decisions/0232). */
export const RecordKind = {
  correction: 'correction',
  specialProcedure: 'special',
  rareSupplement: 'rare',
  extension: 'extension',
  suspension: 'suspension',
  payment: 'payment',
  express: 'express',
  output: 'output',
  supervision: 'supervision',
  merge: 'merge',
} as const;
export type RecordKind = (typeof RecordKind)[keyof typeof RecordKind];

export const recordKindLabel: Record<RecordKind, string> = {
  [RecordKind.correction]: '补正',
  [RecordKind.specialProcedure]: '特别程序',
  [RecordKind.rareSupplement]: '容缺',
  [RecordKind.extension]: '延期',
  [RecordKind.suspension]: '中止',
  [RecordKind.payment]: '缴费',
  [RecordKind.express]: '快递',
  [RecordKind.output]: '出证',
  [RecordKind.supervision]: '督办',
  [RecordKind.merge]: '并案',
};

export function isRecordKind(value: unknown): value is RecordKind {
  return (Object.values(RecordKind) as unknown[]).includes(value);
}

/** The command that the portal gives a record by itself at a time (ISO), such as the end of its limit. */
export interface DueCommand {
  at: string;
  command: string;
}

/** Time during which a record stopped the clock; `until` is null while it still does. */
export interface RecordPause {
  from: string;
  until: string | null;
}

/** Days that a record adds to the limit of the whole order, and of the step to which it belongs. */
export interface RecordExtension {
  at: string;
  days: number;
  of: 'order' | 'orderAndTask';
}

/** One record of an order as its state keeps it; plain JSON. */
export interface SideRecord<Data = unknown> {
  /** Number from 1 within the order. */
  id: number;
  kind: RecordKind;
  /** The task at whose visit the record was opened; null if it concerns the whole order. */
  taskId: number | null;
  /** A state of the kind's table. */
  state: string;
  openedAt: string;
  openedBy: Person;
  changedAt: string;
  changedBy: Person;
  due: DueCommand | null;
  pauses: readonly RecordPause[];
  extension: RecordExtension | null;
  /** Content of the kind. */
  data: Data;
}
