import type { LocalDate } from '../../calendar/local-date.ts';
import type { Problem } from '../../refusals/refusals.ts';
import type { CompiledField } from '../compiled-form.ts';
import { type FieldState, ownValue, readValue } from '../field-state.ts';
import type { TableRow } from '../kinds/table/table.ts';
import { formLimits } from '../limits.ts';
import { isSame } from '../same-value.ts';
import { type PastedValue, readPastedText, takesPastedText } from './pasted-value.ts';

/** A column of the table, and the index of the column in the clipboard that is pasted into it. */
export interface PastedColumn {
  column: CompiledField;
  index: number;
}

export interface PlannedCell extends PastedColumn {
  text: string;
  /** Reason why the text is not taken. */
  problem?: string;
}

export interface PlannedRow {
  /** Number of the row in the clipboard, from 1. */
  number: number;
  state: 'ready' | 'wrong' | 'double' | 'blank';
  cells: readonly PlannedCell[];
  /** The row that is the same, in words. */
  sameAs?: string;
}

export interface PastePlan {
  columns: readonly PastedColumn[];
  rows: readonly PlannedRow[];
  /** Sentences about columns and cells that are left out. */
  notes: readonly string[];
  /** The problem of the whole: no column, or too many rows. */
  problem?: string;
  /** Number of rows beyond those for which the table has room. */
  surplus: number;
  /** The rows without a problem, to append to the table. */
  readyRows: readonly TableRow[];
}

/** Result of a check of rows as if they were in the table. */
export interface TriedRows {
  rows: readonly Readonly<Record<string, FieldState>>[];
  problems: readonly Problem[];
}

export interface PasteSettings {
  field: CompiledField;
  /** Path of the table. */
  path: string;
  /** Columns that the person sees. */
  columns: readonly CompiledField[];
  cells: readonly (readonly string[])[];
  hasHead: boolean;
  /** Index of the column from which columns without a head are counted, if so many fit. */
  firstColumn: number;
  /** Rows that stay in the table. */
  existing: readonly TableRow[];
  /** True to paste rows that are there already. */
  takesDoubles: boolean;
  today: LocalDate;
  /** Returns a new row with its defaults and a key that none of these rows has. */
  createRow(rows: readonly TableRow[]): TableRow;
  tryRows(rows: readonly TableRow[]): TriedRows;
}

const tidy = (text: string) => text.replaceAll(/[\s\u00a0*＊:：]+/g, '');
const isBlank = (text: string) => text.trim() === '';

/** Checks whether the first row of a clipboard names columns: at least half of its texts do. */
export function hasHeadRow(columns: readonly CompiledField[], row: readonly string[] = []): boolean {
  const texts = row.map(tidy).filter((text) => text !== '');
  const titles = new Set(columns.map(({ title }) => tidy(title)));
  const known = texts.filter((text) => titles.has(text)).length;
  return known > 0 && known * 2 >= texts.length;
}

/**
 * Plans what a paste puts into a table, with all problems at once; nothing is changed. Each row is checked as if it
 * were in the table, by the linkage, the authority and the rules of the form; values that are missing are not a
 * problem yet.
 */
export function planPaste(settings: PasteSettings): PastePlan {
  const { field, path, existing } = settings;
  const { columns, notes } = matchColumns(settings);
  const drafts = readRows(columns, settings);
  const taken = drafts.filter((draft) => !draft.isBlank && draft.sameAs === undefined);
  const maxRows = field.props.maxRows ?? formLimits.rows;
  const rowCount = existing.length + taken.length;
  // A form never has to evaluate more rows than a table may have.
  const newRows = rowCount > formLimits.rows ? [] : createRows(taken, settings);
  const tried = newRows.length === 0 ? noRows : settings.tryRows([...existing, ...newRows]);
  const check = new RowCheck(path, existing.length, tried);
  const places = new Map(taken.map((draft, place) => [draft, place]));
  const readyRows: TableRow[] = [];
  const rows = drafts.map((draft): PlannedRow => {
    const { number, sameAs } = draft;
    const place = places.get(draft);
    if (place === undefined)
      return { number, state: draft.isBlank ? 'blank' : 'double', cells: draft.cells, sameAs };
    const cells = draft.cells.map((cell) => check.plannedCell(cell, number, place));
    const isWrong = cells.some(({ problem }) => problem !== undefined);
    const row = newRows[place];
    if (!isWrong && row) readyRows.push(check.withoutLeftOut(row, draft.emptyRow, place));
    return { number, state: isWrong ? 'wrong' : 'ready', cells };
  });
  const problem =
    columns.length === 0
      ? '没有可以粘贴的列，请核对标题行'
      : rowCount > maxRows
        ? tooManyText(maxRows, existing.length, taken.length)
        : undefined;
  const surplus = Math.min(taken.length, Math.max(0, rowCount - maxRows));
  return { columns, rows, notes: [...notes, ...check.notes(taken.length)], problem, surplus, readyRows };
}

const noRows: TriedRows = { rows: [], problems: [] };

interface DraftRow {
  number: number;
  cells: readonly (PastedColumn & { text: string; result: PastedValue })[];
  isBlank: boolean;
  sameAs?: string;
  emptyRow: TableRow;
}

/** Matches the columns of the clipboard by the titles of its first row, or by their places. */
function matchColumns({ columns, cells, hasHead, firstColumn }: PasteSettings): {
  columns: PastedColumn[];
  notes: string[];
} {
  const width = cells.reduce((max, row) => Math.max(max, row.length), 0);
  const head = hasHead && hasHeadRow(columns, cells[0]) ? (cells[0] ?? []) : undefined;
  const shift = firstColumn + width <= columns.length ? firstColumn : 0;
  const matched: PastedColumn[] = [];
  const notes: string[] = [];
  for (let index = 0; index < width; index += 1) {
    const title = tidy(head?.[index] ?? '');
    const column =
      head === undefined ? columns[shift + index] : columns.find((each) => tidy(each.title) === title);
    const hasContent = cells.some((row, place) => (place > 0 || !hasHead) && !isBlank(row[index] ?? ''));
    const name = title === '' ? '' : `“${[...title].slice(0, 20).join('')}”`;
    if (column === undefined) {
      if (hasContent) notes.push(`第 ${index + 1} 列${name}在表中没有对应的列，不粘贴`);
    } else if (matched.some((each) => each.column === column)) {
      notes.push(`第 ${index + 1} 列${name}的标题重复，不粘贴`);
    } else if (takesPastedText(column)) matched.push({ column, index });
    else if (hasContent) notes.push(`“${column.title}”不能粘贴，请在表中填写`);
  }
  return { columns: matched, notes };
}

/** Reads the cells of each row, and marks blank rows and rows that are there already. */
function readRows(columns: readonly PastedColumn[], settings: PasteSettings): DraftRow[] {
  const { cells, hasHead, existing, takesDoubles, today } = settings;
  const first = hasHead ? 1 : 0;
  const emptyRow = settings.createRow(existing);
  const seen = new Map<string, string>();
  for (const [index, row] of takesDoubles ? [] : existing.entries()) {
    const values = columns.map(({ column }) => readValue(column, ownValue(row, column.id)));
    seen.set(JSON.stringify(values), `表中第 ${index + 1} 行`);
  }
  return cells.slice(first).map((texts, index) => {
    const number = index + first + 1;
    const read = columns.map((place) => {
      const text = texts[place.index] ?? '';
      return { ...place, text, result: readPastedText(text, place.column, today) };
    });
    const draft = { number, cells: read, isBlank: read.every(({ text }) => isBlank(text)), emptyRow };
    if (draft.isBlank || takesDoubles) return draft;
    const signature = JSON.stringify(
      read.map(({ column, text, result }) =>
        'value' in result ? readValue(column, result.value) : text.trim(),
      ),
    );
    const sameAs = seen.get(signature);
    if (sameAs !== undefined) return { ...draft, sameAs };
    seen.set(signature, `第 ${number} 行`);
    return draft;
  });
}

function createRows(drafts: readonly DraftRow[], { existing, createRow }: PasteSettings): TableRow[] {
  const rows: TableRow[] = [];
  for (const { cells } of drafts) {
    const values = cells.map(({ column, result }) => [
      column.id,
      'value' in result ? result.value : column.kind.empty,
    ]);
    // The key of a new row follows all others.
    const last = rows.at(-1);
    rows.push({ ...createRow(last === undefined ? existing : [last]), ...Object.fromEntries(values) });
  }
  return rows;
}

/** The verdict of the form on each cell of the new rows. */
class RowCheck {
  readonly #firstRow: number;
  readonly #path: string;
  readonly #tried: TriedRows;
  readonly #problems: ReadonlyMap<string, string>;
  /** Numbers of the rows in which a text is left out, by column. */
  readonly #leftOut = new Map<CompiledField, number[]>();

  constructor(path: string, firstRow: number, tried: TriedRows) {
    this.#path = path;
    this.#firstRow = firstRow;
    this.#tried = tried;
    // The first problem of a cell counts.
    this.#problems = new Map(tried.problems.toReversed().map(({ field, message }) => [field, message]));
  }

  plannedCell({ result, ...cell }: DraftRow['cells'][number], number: number, place: number): PlannedCell {
    const { column, text } = cell;
    const state = this.#stateOf(place, column.id);
    if (state !== undefined && !state.editable) {
      const isShownAnyway = 'value' in result && isSame(readValue(column, result.value), state.value);
      if (!isBlank(text) && !isShownAnyway)
        this.#leftOut.set(column, [...(this.#leftOut.get(column) ?? []), number]);
      return cell;
    }
    const path = `${this.#path}[${this.#firstRow + place}].${column.id}`;
    const problem = 'problem' in result ? result.problem : this.#problems.get(path);
    return problem === undefined ? cell : { ...cell, problem };
  }

  /** Returns the row with the default values of the cells that cannot be edited. */
  withoutLeftOut(row: TableRow, emptyRow: TableRow, place: number): TableRow {
    const cells = Object.entries(this.#tried.rows[this.#firstRow + place] ?? {});
    const locked = cells.filter(([, { editable }]) => !editable).map(([id]) => [id, ownValue(emptyRow, id)]);
    return { ...row, ...Object.fromEntries(locked) };
  }

  notes(rowCount: number): string[] {
    return [...this.#leftOut].map(([{ title }, numbers]) => {
      if (numbers.length === rowCount) return `“${title}”在此不能填写，不粘贴`;
      const named = numbers.slice(0, maxNamedRows).join('、');
      return `第 ${named}${numbers.length > maxNamedRows ? ' 等' : ''} 行的“${title}”在此不能填写，不粘贴`;
    });
  }

  #stateOf(place: number, columnId: string): FieldState | undefined {
    return this.#tried.rows[this.#firstRow + place]?.[columnId];
  }
}

/** Number of rows that a sentence names. */
const maxNamedRows = 10;

function tooManyText(maxRows: number, existing: number, added: number): string {
  const rest =
    existing === 0 ? '' : `，表中已有 ${existing} 行，还可以粘贴 ${Math.max(0, maxRows - existing)} 行`;
  return `最多 ${maxRows} 行${rest}；这里有 ${added} 行，请删去多余的行`;
}
