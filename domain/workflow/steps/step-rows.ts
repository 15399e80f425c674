import type { Chunks } from '../../chunks.ts';
import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { isSame } from '../../forms/same-value.ts';
import { sheetValueText } from '../../sheets/compare-rows.ts';
import type { ImportColumn, SheetRow, SheetValue } from '../../sheets/import-sheet.ts';
import { readCell } from '../../sheets/read-cell.ts';
import { type PositionedItem, sortByPosition } from '../../sheets/sort-by-position.ts';
import type { KnownNames } from './known-names.ts';
import { endId, startId, stepIdOf } from './plan-flow.ts';
import { planCells, type StepCell, stepCells } from './step-cells.ts';
import { editedInFormText, stepColumns } from './step-columns.ts';
import { newStep, type PlanStep, type StepForm, type StepPlan, sortedForms } from './step-plan.ts';

/**
 * Converts a process in steps to spreadsheet rows and back. Only values that differ from the stored plan are
 * read, so that importing an export changes nothing, even for content that a cell cannot contain.
 */

const columns = new Map(stepColumns.map((column) => [column.key, column]));

/** A validation problem of a row, at one of its columns. */
export interface RowProblem {
  /** Index of the row among those of its process. */
  rowIndex: number;
  key: string;
  message: string;
}

/** Returns the rows of a plan; undefined if a cell cannot contain the name of the plan or of a step. */
export function* rowsOfPlan(plan: StepPlan): Chunks<SheetRow[] | undefined> {
  const isNamed =
    isReadBackEqual('process', plan.key) && plan.steps.every(({ id }) => isReadBackEqual('id', id));
  if (!isNamed) return undefined;
  const ofPlan = rowOf(planCells, plan);
  const rows: SheetRow[] = [];
  for (const [index, step] of plan.steps.entries()) {
    yield;
    rows.push({ process: plan.key, ...ofPlan, order: index + 1, id: step.id, ...rowOf(stepCells, step) });
  }
  return rows;
}

interface WithForms {
  forms: StepForm[];
}

/**
 * Cache: steps and plans are never changed in place, and a stored one needs its row once for every row of its
 * process.
 */
const rowCache = new WeakMap<WithForms, SheetRow>();

/** Returns the cells of a step, or those of the whole plan. */
export function rowOf<Subject extends WithForms>(
  cells: readonly StepCell<Subject>[],
  subject: Subject,
): SheetRow {
  const cached = rowCache.get(subject);
  if (cached) return cached;
  const row = Object.fromEntries(cells.map((cell) => [cell.key, cellText(cell, subject)]));
  rowCache.set(subject, row);
  return row;
}

/** Returns the cell's text if a workbook can contain it and it is read back as the same content. */
function cellText<Subject extends WithForms>(cell: StepCell<Subject>, original: Subject): SheetValue {
  const subject = { ...original, forms: sortedForms(original.forms) };
  const value = cell.write(subject);
  const read = isReadBackEqual(cell.key, value) ? cell.read(value, subject) : { problems: [] };
  if ('problems' in read) return editedInFormText;
  const changed = Object.entries(read.change) as [keyof Subject, unknown][];
  // A stored definition may have its keys in another order.
  return changed.every(([key, part]) => isSame(part, subject[key])) ? value : editedInFormText;
}

/** Checks whether the spreadsheet reader returns the same value. */
function isReadBackEqual(key: string, value: SheetValue): boolean {
  const raw = typeof value === 'object' && value !== null ? value.join('、') : value;
  const read = readCell(columns.get(key) as ImportColumn, raw);
  return 'value' in read && isSame(read.value, value);
}

/** A step or plan with the changes of a row, and the row's validation problems. */
export interface AppliedRow<Subject> {
  subject: Subject;
  problems: { key: string; message: string }[];
}

export function applyCells<Subject extends WithForms>(
  cells: readonly StepCell<Subject>[],
  current: Subject,
  row: SheetRow,
  { isNew, known }: { isNew: boolean; known: KnownNames },
): AppliedRow<Subject> {
  const storedRow = isNew ? undefined : rowOf(cells, current);
  const isUnchanged = (key: string) =>
    row[key] === undefined ||
    (storedRow && sheetValueText(row[key] ?? null) === sheetValueText(storedRow[key] ?? null));
  const problems: { key: string; message: string }[] = [];
  let subject = current;
  for (const { key, read } of cells) {
    // The final status of an order depends on the button that ends it.
    if (
      isUnchanged(key) &&
      !(key === 'refusalResult' && !isUnchanged('refusalName') && row[key] !== undefined)
    )
      continue;
    const value = row[key] ?? null;
    if (sheetValueText(value) === editedInFormText) {
      problems.push({ key, message: `“${editedInFormText}”只能保留在原来的行，请填写内容` });
      continue;
    }
    const result = read(value, subject, known);
    if ('change' in result) subject = { ...subject, ...result.change };
    else problems.push(...result.problems.map((message) => ({ key, message })));
  }
  return { subject, problems };
}

const emptyPlan = (key: string): StepPlan => ({
  key,
  name: '',
  limit: null,
  result: WorkOrderStatus.concluded,
  forms: [],
  steps: [],
});

/**
 * Returns a function that applies a row's cells of the whole plan, which should be equal in all rows of a
 * process.
 */
export function planCellsReader(
  key: string,
  current: StepPlan | undefined,
  known: KnownNames,
): (row: SheetRow) => AppliedRow<StepPlan> {
  const cache = new Map<string, AppliedRow<StepPlan>>();
  const plan = current ?? emptyPlan(key);
  return (row) => {
    const cacheKey = JSON.stringify(planCells.map((cell) => [row[cell.key] === undefined, row[cell.key]]));
    const head =
      cache.get(cacheKey) ?? applyCells(planCells, plan, row, { isNew: current === undefined, known });
    cache.set(cacheKey, head);
    return head;
  };
}

/** Returns the initial step, before the values of its row are applied. */
export const initialStep = (id: string): PlanStep => ({ ...newStep({ steps: [], forms: [] }), id });

/**
 * Returns the process described by its rows, with all their errors: all rows of it, each with its key
 * columns. The cells of the whole process are read from the first row; another check compares the other rows
 * with it.
 */
export function* planOfRows(
  key: string,
  current: StepPlan | undefined,
  rows: readonly SheetRow[],
  known: KnownNames,
): Chunks<{ plan: StepPlan; problems: RowProblem[] }> {
  const planCellsOf = planCellsReader(key, current, known);
  const problems: RowProblem[] = [];
  const steps = new Map(current?.steps.map((step) => [step.id, step]));
  const changedSteps = new Map<string, PositionedItem<PlanStep>>();
  for (const [index, row] of rows.entries()) {
    yield;
    const id = String(row.id);
    const before = steps.get(id);
    const result = applyCells(stepCells, before ?? initialStep(id), row, {
      isNew: before === undefined,
      known,
    });
    problems.push(
      ...[...planCellsOf(row).problems, ...result.problems].map((problem) => ({
        rowIndex: index,
        ...problem,
      })),
    );
    if (!before)
      problems.push(...problemsOfId(key, id).map((message) => ({ rowIndex: index, key: 'id', message })));
    changedSteps.set(id, {
      item: result.subject,
      position: typeof row.order === 'number' ? row.order : undefined,
    });
  }
  const orderedSteps = sortByPosition(
    [...steps.values()].map((step) => changedSteps.get(step.id) ?? { item: step, position: undefined }),
    [...changedSteps].filter(([id]) => !steps.has(id)).map(([, each]) => each),
  );
  const [first] = rows;
  return {
    plan: { ...(first ? planCellsOf(first).subject : (current ?? emptyPlan(key))), steps: orderedSteps },
    problems,
  };
}

/** Returns the problems of a new step's id, which must not equal other names in the file. */
function problemsOfId(key: string, id: string): string[] {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(id))
    return ['新步骤的标识应以字母开头，只含字母、数字和短横线；也可以不填'];
  const isTaken = [startId, endId, key].includes(id) || stepIdOf(id) !== id || id.includes('-to-');
  return isTaken ? [`新步骤不能用标识“${id}”，请更换或不填`] : [];
}
