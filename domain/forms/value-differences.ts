import { isBlankValue } from './blank-value.ts';
import type { CompiledField } from './compiled-form.ts';
import { rowMarkers, type TableRow } from './kinds/table/table.ts';
import type { FormValues } from './model.ts';
import { entriesOf, isEntry } from './nested-values.ts';
import { isSame } from './same-value.ts';

/** One difference between two values of a field, as texts. */
export interface ValueDifference {
  /** Place inside the field: `地址 / 街道`, `第 2 行 / 电话`; empty for the field itself. */
  place: string;
  /** `filled`: it was empty before; `emptied`: it is empty now; the others are of rows and files. */
  kind: 'changed' | 'filled' | 'emptied' | 'added' | 'removed' | 'moved';
  before: string;
  after: string;
}

/**
 * Compares two values of a field: fields of a group one by one, rows of a table or list by their content, files by
 * their ids. Two texts of a difference are the same if the values differ in something that they do not show: a mask,
 * the format of a text.
 */
export function differencesOf(
  field: CompiledField,
  before: unknown,
  after: unknown,
  place: readonly string[] = [],
): ValueDifference[] {
  if (isAlike(before, after)) return [];
  const { kind, columns } = field;
  if (kind.nests === 'group') return differencesOfFields(columns, entryOf(before), entryOf(after), place);
  if (kind.nests === 'rows') return differencesOfRows(field, rowsOf(before), rowsOf(after), place);
  if (kind.holdsFiles && Array.isArray(before ?? []) && Array.isArray(after ?? []))
    return differencesOfFiles(filesOf(before), filesOf(after), place);
  const texts = { before: textOf(field, before), after: textOf(field, after) };
  return [{ place: place.join(' / '), kind: kindOf(before, after), ...texts }];
}

/** Returns a value as one text, with the fields inside it. */
function textOf(field: CompiledField, value: unknown): string {
  const { kind, props, options, columns } = field;
  if (kind.nests === undefined)
    return kind.text(kind.normalise(value ?? null) ?? kind.empty, { props, options });
  return entriesOf(value, '')
    .map(({ entry }) =>
      columns
        .flatMap((column) => {
          const text = textOf(column, entry[column.id]);
          return text === '' ? [] : `${column.title}：${text}`;
        })
        .join('，'),
    )
    .join('；');
}

function kindOf(before: unknown, after: unknown): ValueDifference['kind'] {
  if (isBlankValue(before)) return 'filled';
  return isBlankValue(after) ? 'emptied' : 'changed';
}

function differencesOfFields(
  fields: readonly CompiledField[],
  before: FormValues,
  after: FormValues,
  place: readonly string[],
): ValueDifference[] {
  return fields
    .filter(({ kind }) => kind.holdsValue)
    .flatMap((field) => differencesOf(field, before[field.id], after[field.id], [...place, field.title]));
}

/**
 * Compares rows: equal ones stay; of the others between two equal ones, the first before belongs to the first after,
 * and so on. A removed row that was added elsewhere has moved.
 */
function differencesOfRows(
  field: CompiledField,
  before: readonly TableRow[],
  after: readonly TableRow[],
  place: readonly string[],
): ValueDifference[] {
  const word = field.kind.rowWord ?? '行';
  const placeOf = (row: number) => [...place, `第 ${row + 1} ${word}`];
  const differences: ValueDifference[] = [];
  const removed: number[] = [];
  const added: number[] = [];
  for (const gap of gapsBetween(before.map(keyOfRow), after.map(keyOfRow))) {
    const paired = Math.min(gap.before.length, gap.after.length);
    for (const [index, row] of gap.after.slice(0, paired).entries()) {
      const earlier = before[gap.before[index] ?? 0] ?? {};
      differences.push(...differencesOfFields(field.columns, earlier, after[row] ?? {}, placeOf(row)));
    }
    removed.push(...gap.before.slice(paired));
    added.push(...gap.after.slice(paired));
  }
  const textOfRow = (row: TableRow | undefined) => textOf(field, [row ?? {}]);
  for (const row of added) {
    const from = removed.findIndex((each) => isSame(stripped(before[each]), stripped(after[row])));
    const source = from < 0 ? undefined : removed.splice(from, 1)[0];
    const text = textOfRow(after[row]);
    differences.push(
      source === undefined
        ? { place: placeOf(row).join(' / '), kind: 'added', before: '', after: text }
        : { place: placeOf(row).join(' / '), kind: 'moved', before: `第 ${source + 1} ${word}`, after: text },
    );
  }
  for (const row of removed)
    differences.push({
      place: placeOf(row).join(' / '),
      kind: 'removed',
      before: textOfRow(before[row]),
      after: '',
    });
  return differences;
}

/** Rows between two rows that are the same before and after, by their places. */
interface Gap {
  before: number[];
  after: number[];
}

/** Finds the longest common subsequence of the rows and returns the rows between its members. */
function gapsBetween(before: readonly string[], after: readonly string[]): Gap[] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const gaps: Gap[] = [{ before: [], after: [] }];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const isEqual = i < before.length && j < after.length && before[i] === after[j];
    if (isEqual) {
      gaps.push({ before: [], after: [] });
      [i, j] = [i + 1, j + 1];
    } else if (j >= after.length || (i < before.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)))
      gaps.at(-1)?.before.push(i++);
    else gaps.at(-1)?.after.push(j++);
  }
  return gaps;
}

interface NamedFile {
  id: string;
  name: string;
}

function differencesOfFiles(
  before: readonly NamedFile[],
  after: readonly NamedFile[],
  place: readonly string[],
): ValueDifference[] {
  const text = place.join(' / ');
  const without = (files: readonly NamedFile[], others: readonly NamedFile[]) =>
    files.filter(({ id }) => !others.some((other) => other.id === id));
  return [
    ...without(after, before).map(({ name }) => ({
      place: text,
      kind: 'added' as const,
      before: '',
      after: name,
    })),
    ...without(before, after).map(({ name }) => ({
      place: text,
      kind: 'removed' as const,
      before: name,
      after: '',
    })),
  ];
}

const filesOf = (value: unknown): NamedFile[] =>
  Array.isArray(value) ? value.filter((file) => typeof file?.id === 'string') : [];
const rowsOf = (value: unknown): TableRow[] => (Array.isArray(value) ? value.filter(isEntry) : []);
const entryOf = (value: unknown): FormValues => (isEntry(value) ? value : {});

const markers: readonly string[] = rowMarkers;

/** Returns a value without the markers of its rows, and without blank members, whose order does not matter. */
function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (!isEntry(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([id, member]) => !markers.includes(id) && !isBlankValue(member))
      .map(([id, member]) => [id, stripped(member)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const keyOfRow = (row: TableRow) => JSON.stringify(stripped(row));

/** Checks that two values do not differ: two blank ones are the same. */
function isAlike(one: unknown, other: unknown): boolean {
  if (isBlankValue(one) && isBlankValue(other)) return true;
  return isSame(stripped(one), stripped(other));
}

/** A changed part of a text, with the text around it that is the same. */
interface ChangedPart {
  start: string;
  before: string;
  after: string;
  end: string;
}

/** Returns what differs between two texts; the same text at both ends is shortened to some characters. */
export function changedPartOf(before: string, after: string, around = 12): ChangedPart {
  const [one, other] = [[...before], [...after]];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const head = one.slice(0, start);
  const tail = one.slice(one.length - end);
  return {
    start: head.length > around ? `…${head.slice(-around).join('')}` : head.join(''),
    before: one.slice(start, one.length - end).join(''),
    after: other.slice(start, other.length - end).join(''),
    end: tail.length > around ? `${tail.slice(0, around).join('')}…` : tail.join(''),
  };
}
