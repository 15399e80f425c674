import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { isSame } from '../../forms/merge.ts';
import { sheetValueText } from '../../sheets/compare-rows.ts';
import type { ImportColumn, SheetRow, SheetValue } from '../../sheets/import-sheet.ts';
import { placedRows } from '../../sheets/placed-rows.ts';
import { readCell } from '../../sheets/read-cell.ts';
import type { KnownNames } from './known-names.ts';
import { endId, startId, stepIdOf } from './plan-flow.ts';
import { type Cell, planCells, stepCells } from './step-cells.ts';
import { saidElsewhere, stepColumns } from './step-columns.ts';
import { inOrder, newStep, type PlanStep, type StepForm, type StepPlan } from './step-plan.ts';

/**
 * A process in steps as rows of a sheet, and back. Only what a row says otherwise than the plan that stands is read, so that
 * an export goes in again to the letter, whatever a cell cannot hold.
 */

const columns = new Map(stepColumns.map((column) => [column.key, column]));

/** What is wrong with a row, at one of its columns. */
export interface RowFault {
  /** Place of the row among those of its process. */
  at: number;
  key: string;
  message: string;
}

/** The rows of a plan; undefined where no cell can hold what names it or a step of it. */
export function rowsOfPlan(plan: StepPlan): SheetRow[] | undefined {
  const isNamed = isHeld('process', plan.key) && plan.steps.every(({ id }) => isHeld('id', id));
  if (!isNamed) return undefined;
  const ofPlan = rowOf(planCells, plan);
  return plan.steps.map((step, at) => ({
    process: plan.key,
    ...ofPlan,
    order: at + 1,
    id: step.id,
    ...rowOf(stepCells, step),
  }));
}

interface WithForms {
  forms: StepForm[];
}

/** What the cells of a step, or those of the whole plan, say of it. */
export function rowOf<Of extends WithForms>(cells: readonly Cell<Of>[], of: Of): SheetRow {
  return Object.fromEntries(cells.map((cell) => [cell.key, cellText(cell, of)]));
}

/** What the cell says, where a workbook can hold that and it is read as what it was. */
function cellText<Of extends WithForms>(cell: Cell<Of>, given: Of): SheetValue {
  const of = { ...given, forms: inOrder(given.forms) };
  const value = cell.write(of);
  const read = isHeld(cell.key, value) ? cell.read(value, of) : { faults: [] };
  if ('faults' in read) return saidElsewhere;
  const changed = Object.entries(read.change) as [keyof Of, unknown][];
  // A definition that was stored has its keys in an order of its own.
  return changed.every(([key, part]) => isSame(part, of[key])) ? value : saidElsewhere;
}

/** Whether the reader of sheets gives the value back. */
function isHeld(key: string, value: SheetValue): boolean {
  const raw = typeof value === 'object' && value !== null ? value.join('、') : value;
  const read = readCell(columns.get(key) as ImportColumn, raw);
  return 'value' in read && isSame(read.value, value);
}

/** What a row makes of a step or plan, and what is wrong in it. */
export function applyCells<Of extends WithForms>(
  cells: readonly Cell<Of>[],
  standing: Of,
  row: SheetRow,
  { isNew, known }: { isNew: boolean; known: KnownNames },
): { of: Of; faults: { key: string; message: string }[] } {
  const was = isNew ? undefined : rowOf(cells, standing);
  const isLeft = (key: string) =>
    row[key] === undefined || (was && sheetValueText(row[key] ?? null) === sheetValueText(was[key] ?? null));
  const faults: { key: string; message: string }[] = [];
  let of = standing;
  for (const { key, read } of cells) {
    // How an order ends hangs on the button that ends it.
    if (isLeft(key) && !(key === 'refusalResult' && !isLeft('refusalName') && row[key] !== undefined))
      continue;
    const value = row[key] ?? null;
    if (sheetValueText(value) === saidElsewhere) {
      faults.push({ key, message: `“${saidElsewhere}”只能保留在原来的行，请填写内容` });
      continue;
    }
    const done = read(value, of, known);
    if ('change' in done) of = { ...of, ...done.change };
    else faults.push(...done.faults.map((message) => ({ key, message })));
  }
  return { of, faults };
}

const empty = (key: string): StepPlan => ({
  key,
  name: '',
  limit: null,
  result: WorkOrderStatus.concluded,
  forms: [],
  steps: [],
});

export const standingOf = (standing: StepPlan | undefined, key: string) => standing ?? empty(key);
export const stepBefore = (standing: StepPlan | undefined, id: string): PlanStep =>
  standing?.steps.find((step) => step.id === id) ?? { ...newStep({ steps: [], forms: [] }), id };

/**
 * The process as its rows would have it, with every fault of theirs: all rows of it, each with its key columns. What the
 * whole process is said to be stands in the first; that the others say the same is asked apart.
 */
export function planOfRows(
  key: string,
  standing: StepPlan | undefined,
  rows: readonly SheetRow[],
  known: KnownNames,
): { plan: StepPlan; faults: RowFault[] } {
  const isNew = standing === undefined;
  const heads = rows.map((row) => applyCells(planCells, standingOf(standing, key), row, { isNew, known }));
  const faults: RowFault[] = heads.flatMap((head, at) => head.faults.map((fault) => ({ at, ...fault })));
  const steps = new Map(standing?.steps.map((step) => [step.id, step]));
  const written = new Map(
    rows.map((row, at) => {
      const id = String(row.id);
      const before = steps.get(id);
      const done = applyCells(stepCells, before ?? stepBefore(undefined, id), row, {
        isNew: before === undefined,
        known,
      });
      faults.push(...done.faults.map((fault) => ({ at, ...fault })));
      if (!before) faults.push(...faultsOfId(key, id).map((message) => ({ at, key: 'id', message })));
      const place = typeof row.order === 'number' ? row.order : undefined;
      return [id, { item: done.of, place }] as const;
    }),
  );
  const placed = placedRows(
    [...steps.values()].map((step) => written.get(step.id) ?? { item: step, place: undefined }),
    [...written].filter(([id]) => !steps.has(id)).map(([, each]) => each),
  );
  return { plan: { ...(heads[0]?.of ?? standingOf(standing, key)), steps: placed }, faults };
}

/** The id of a new step stands in a file beside names that are taken. */
function faultsOfId(key: string, id: string): string[] {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(id))
    return ['新步骤的标识应以字母开头，只含字母、数字和短横线；也可以不填'];
  const isTaken = [startId, endId, key].includes(id) || stepIdOf(id) !== id || id.includes('-to-');
  return isTaken ? [`新步骤不能用标识“${id}”，请换一个或不填`] : [];
}
