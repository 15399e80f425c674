import type { Chunks } from '../../chunks.ts';
import type { SheetRow, SheetValue, UploadedRow } from '../../sheets/import-sheet.ts';
import type { KnownNames } from './known-names.ts';
import { planCells, stepCells } from './step-cells.ts';
import { editedInFormText } from './step-columns.ts';
import type { PlanStep, StepPlan } from './step-plan.ts';
import { type AppliedRow, applyCells, initialStep, planCellsReader, rowOf } from './step-rows.ts';

export type KnownNamesWithoutSteps = Omit<KnownNames, 'stepOf'>;

const isText = (value: SheetValue | undefined): value is string => typeof value === 'string';

/**
 * Returns the rows in the form of an export, so that a different notation is no difference: steps without an
 * id get the matching one, or a new one, and each readable cell is written in the standard way. Other cells
 * are unchanged.
 */
export function* normaliseRows(
  rows: readonly UploadedRow[],
  plans: ReadonlyMap<string, StepPlan>,
  known: KnownNamesWithoutSteps,
): Chunks<UploadedRow[]> {
  const normalised = new Map<UploadedRow, UploadedRow>();
  for (const [process, processRows] of Map.groupBy(rows, ({ values }) => values.process)) {
    if (!isText(process)) continue;
    const current = plans.get(process);
    const rowsWithIds = withIds(processRows, current);
    const names = { ...known, stepOf: findSteps(rowsWithIds, current) };
    const planCellsOf = planCellsReader(process, current, names);
    const storedSteps = new Map(current?.steps.map((step, index) => [step.id, { index, step }]));
    for (const [index, row] of processRows.entries()) {
      yield;
      const values = rowsWithIds[index] ?? row.values;
      const before = storedSteps.get(isText(values.id) ? values.id : '');
      normalised.set(row, {
        ...row,
        values: { ...values, ...toStandardNotation(values, planCellsOf(values), before, names) },
      });
    }
  }
  return rows.map((row) => normalised.get(row) ?? row);
}

/** Returns the steps that match a text by id, or by a unique name: in the rows, else in the stored plan. */
export function findSteps(
  rows: readonly SheetRow[],
  current: StepPlan | undefined,
): (text: string) => string | undefined {
  const nameOf = new Map(current?.steps.map(({ id, name }) => [id, name]));
  for (const { id, name } of rows) if (isText(id) && isText(name)) nameOf.set(id, name);
  const ids = new Map<string, string | undefined>();
  for (const [id, name] of nameOf) ids.set(name, ids.has(name) ? undefined : id);
  return (text) => (nameOf.has(text) ? text : ids.get(text));
}

/** Returns the rows with missing step ids filled in; if two steps have the name, the id stays empty. */
function withIds(rows: readonly UploadedRow[], current: StepPlan | undefined): SheetRow[] {
  const writtenIds = new Set(rows.map(({ values }) => values.id).filter(isText));
  const currentIds = (current?.steps ?? []).map(({ id }) => id);
  const unusedSteps = (current?.steps ?? []).filter(({ id }) => !writtenIds.has(id));
  const byName = Map.groupBy(unusedSteps, ({ name }) => name);
  const usedIds = new Set([...currentIds, ...writtenIds]);
  const newIds = new Map<string, string>();
  let number = 1;
  return rows.map(({ values }) => {
    const { id, name } = values;
    if (isText(id) || !isText(name)) return values;
    const [step, secondStep] = byName.get(name) ?? [];
    if (secondStep) return values;
    if (step) return { ...values, id: step.id };
    const existingId = newIds.get(name);
    if (existingId !== undefined) return { ...values, id: existingId };
    while (usedIds.has(`step-${number}`)) number += 1;
    const newId = `step-${number}`;
    usedIds.add(newId);
    newIds.set(name, newId);
    return { ...values, id: newId };
  });
}

/** Returns each readable cell of the row in the standard notation of its value. */
function toStandardNotation(
  values: SheetRow,
  plan: AppliedRow<StepPlan>,
  before: { index: number; step: PlanStep } | undefined,
  known: KnownNames,
): Record<string, SheetValue> {
  const first = before?.step ?? initialStep(isText(values.id) ? values.id : '');
  const step = applyCells(stepCells, first, values, { isNew: before === undefined, known });
  const invalid = new Set([...plan.problems, ...step.problems].map(({ key }) => key));
  const standardCells = { ...rowOf(planCells, plan.subject), ...rowOf(stepCells, step.subject) };
  const position = before && values.order === null ? { order: before.index + 1 } : {};
  return Object.fromEntries([
    ...Object.entries(position),
    ...[...planCells, ...stepCells].flatMap(({ key }) => {
      const value = standardCells[key] ?? null;
      const isUnchanged = values[key] === undefined || invalid.has(key) || value === editedInFormText;
      return isUnchanged ? [] : [[key, value]];
    }),
  ]);
}
