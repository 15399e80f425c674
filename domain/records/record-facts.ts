import type { RecordFactValue } from './record-rules.ts';
import { recordRules } from './registry.ts';
import { type RecordKind, recordKindLabel, type SideRecord } from './side-record.ts';

type Facts = Readonly<Record<string, RecordFactValue>>;

const kindsWithFacts = (Object.keys(recordRules) as RecordKind[]).filter(
  (kind) => recordRules[kind]?.facts !== undefined,
);

/**
 * Returns the facts of the side records for documents, by the label of the kind: those of its newest record, empty ones
 * for a kind without any.
 */
export function recordFacts(records: readonly SideRecord[]): Readonly<Record<string, Facts>> {
  return Object.fromEntries(
    kindsWithFacts.map((kind) => {
      const { states, facts } = recordRules[kind] ?? {};
      const newest = records.findLast((record) => record.kind === kind);
      const empty: Record<string, RecordFactValue> = {
        ...Object.fromEntries((facts?.values ?? []).map((name) => [name, ''])),
        ...Object.fromEntries(Object.keys(facts?.lists ?? {}).map((name) => [name, []])),
      };
      const state = newest && states?.[newest.state]?.label;
      return [recordKindLabel[kind], { 状态: state ?? '', ...empty, ...(newest && facts?.of(newest)) }];
    }),
  );
}

/** Content of a record as texts: its values, and its lists as tables. */
export interface RecordTexts {
  values: readonly (readonly [name: string, text: string])[];
  lists: readonly { name: string; columns: readonly string[]; rows: readonly (readonly string[])[] }[];
}

/** Returns the content of one record as texts, empty values left out. */
export function textsOfRecord(record: SideRecord): RecordTexts {
  const { facts } = recordRules[record.kind] ?? {};
  const content = facts?.of(record) ?? {};
  const textOf = (name: string) => (typeof content[name] === 'string' ? content[name] : '');
  return {
    values: (facts?.values ?? []).flatMap((name) => {
      const text = textOf(name);
      return text === '' ? [] : [[name, text] as const];
    }),
    lists: Object.entries(facts?.lists ?? {}).map(([name, columns]) => {
      const rows = content[name];
      return {
        name,
        columns,
        rows:
          typeof rows === 'string'
            ? []
            : (rows ?? []).map((row) => columns.map((column) => String(row[column] ?? ''))),
      };
    }),
  };
}

/** Returns the values that templates may name, such as `延期.天数`, and the lists with their members. */
export const recordFactNames: {
  values: readonly string[];
  lists: Readonly<Record<string, readonly string[]>>;
} = {
  values: kindsWithFacts.flatMap((kind) =>
    ['状态', ...(recordRules[kind]?.facts?.values ?? [])].map((name) => `${recordKindLabel[kind]}.${name}`),
  ),
  lists: Object.fromEntries(
    kindsWithFacts.flatMap((kind) =>
      Object.entries(recordRules[kind]?.facts?.lists ?? {}).map(([name, members]) => [
        `${recordKindLabel[kind]}.${name}`,
        members,
      ]),
    ),
  ),
};
