import type { Chunks } from '../../chunks.ts';
import type { ReadRow, SheetRow, SheetValue } from '../../sheets/import-sheet.ts';
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
  rows: readonly ReadRow[],
  plans: ReadonlyMap<string, StepPlan>,
  known: KnownNamesWithoutSteps,
): Chunks<ReadRow[]> {
  const settled = new Map<ReadRow, ReadRow>();
  for (const [process, own] of Map.groupBy(rows, ({ values }) => values.process)) {
    if (!isText(process)) continue;
    const current = plans.get(process);
    const named = withIds(own, current);
    const names = { ...known, stepOf: findSteps(named, current) };
    const headOf = planCellsReader(process, current, names);
    const places = new Map(current?.steps.map((step, at) => [step.id, { at, step }]));
    for (const [at, row] of own.entries()) {
      yield;
      const values = named[at] ?? row.values;
      const before = places.get(isText(values.id) ? values.id : '');
      settled.set(row, {
        ...row,
        values: { ...values, ...inStandardNotation(values, headOf(values), before, names) },
      });
    }
  }
  return rows.map((row) => settled.get(row) ?? row);
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
function withIds(rows: readonly ReadRow[], current: StepPlan | undefined): SheetRow[] {
  const written = new Set(rows.map(({ values }) => values.id).filter(isText));
  const currentIds = (current?.steps ?? []).map(({ id }) => id);
  const free = (current?.steps ?? []).filter(({ id }) => !written.has(id));
  const byName = Map.groupBy(free, ({ name }) => name);
  const usedIds = new Set([...currentIds, ...written]);
  const made = new Map<string, string>();
  let number = 1;
  return rows.map(({ values }) => {
    const { id, name } = values;
    if (isText(id) || !isText(name)) return values;
    const [step, another] = byName.get(name) ?? [];
    if (another) return values;
    if (step) return { ...values, id: step.id };
    const known = made.get(name);
    if (known !== undefined) return { ...values, id: known };
    while (usedIds.has(`step-${number}`)) number += 1;
    const own = `step-${number}`;
    usedIds.add(own);
    made.set(name, own);
    return { ...values, id: own };
  });
}

/** Returns each readable cell of the row in the standard notation of its value. */
function inStandardNotation(
  values: SheetRow,
  plan: AppliedRow<StepPlan>,
  before: { at: number; step: PlanStep } | undefined,
  known: KnownNames,
): Record<string, SheetValue> {
  const first = before?.step ?? initialStep(isText(values.id) ? values.id : '');
  const step = applyCells(stepCells, first, values, { isNew: before === undefined, known });
  const invalid = new Set([...plan.problems, ...step.problems].map(({ key }) => key));
  const own = { ...rowOf(planCells, plan.of), ...rowOf(stepCells, step.of) };
  const place = before && values.order === null ? { order: before.at + 1 } : {};
  return Object.fromEntries([
    ...Object.entries(place),
    ...[...planCells, ...stepCells].flatMap(({ key }) => {
      const value = own[key] ?? null;
      const isLeft = values[key] === undefined || invalid.has(key) || value === editedInFormText;
      return isLeft ? [] : [[key, value]];
    }),
  ]);
}
