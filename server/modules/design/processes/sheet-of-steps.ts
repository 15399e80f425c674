import { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import { isRefusal, type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { ReadRow, SheetChange, SheetProblem } from '#domain/sheets/import-sheet.ts';
import { candidateKeysOf, problemOfMissing } from '#domain/workflow/publishing/candidate-keys.ts';
import { normaliseRows } from '#domain/workflow/steps/normalise-rows.ts';
import { flowOfPlan, stepIdOf } from '#domain/workflow/steps/plan-flow.ts';
import { stepColumns } from '#domain/workflow/steps/step-columns.ts';
import { importableSheet, problemAt } from '#server/framework/lists/importable-sheet.ts';
import { cooperatively } from '#server/kernel/scheduling.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { type PlanOfRows, plansOfRows } from './plans-of-rows.ts';
import { publishProcess, type ReadProcess, readProcesses } from './service.ts';
import { readStoredPlans, type StoredPlans } from './stored-plans.ts';

/** The files of the changed processes, as read before the transaction. */
type ReadFiles = ReadonlyMap<string, ReadProcess>;

interface PlansOfSheet {
  plans: PlanOfRows[];
  problems: SheetProblem[];
}

/**
 * Cache of the plans and problems of rows, which are needed before the reading, for the check and for the
 * writing, and computed once for the same stored plans.
 */
const plansOfSheet = new WeakMap<StoredPlans, PlansOfSheet>();

function* notifiedOf(
  changes: readonly SheetChange[],
  storedPlans: StoredPlans,
  rows: readonly ReadRow[],
): Chunks<PlansOfSheet> {
  const reported = plansOfSheet.get(storedPlans) ?? (yield* plansOfRows(changes, storedPlans, rows));
  plansOfSheet.set(storedPlans, reported);
  return reported;
}

async function readFiles(
  changes: readonly SheetChange[],
  storedPlans: StoredPlans,
  rows: readonly ReadRow[],
  { staffId }: { staffId: string },
): Promise<ReadFiles> {
  const { plans } = await cooperatively(notifiedOf(changes, storedPlans, rows));
  const read = await readProcesses(
    plans.map(({ xml }) => xml),
    staffId,
  );
  return new Map(plans.map(({ xml }, index) => [xml, read[index] as ReadProcess]));
}

function* problemsOf(
  changes: readonly SheetChange[],
  storedPlans: StoredPlans,
  rows: readonly ReadRow[],
  files: ReadFiles,
): Chunks<SheetProblem[]> {
  const { plans, problems } = yield* notifiedOf(changes, storedPlans, rows);
  const found = [...problems];
  for (const process of plans) {
    yield;
    const read = files.get(process.xml);
    if (read) found.push(...placed(problemsOfFile(read, storedPlans), process));
  }
  return found;
}

/** Returns the problems of the file itself, and those of unknown candidates in it. */
function problemsOfFile({ problems, definition }: ReadProcess, { known }: StoredPlans): Problem[] {
  const missing = [...(definition ? candidateKeysOf(definition) : [])].flatMap(([key, places]) =>
    known.nameOf(key) === undefined ? places.map((place) => problemOfMissing(place, key)) : [],
  );
  return [...problems, ...missing];
}

/** Puts problems at the row of the step to which the node or flow of the file belongs, else at the first. */
function placed(problems: readonly Problem[], { rows, plan }: PlanOfRows): SheetProblem[] {
  if (problems.length === 0) return [];
  const ways = new Map(flowOfPlan(plan).flows.map((way) => [way.id, way]));
  const rowOf = new Map(rows.map((row) => [row.values.id, row]));
  return problems.map(({ field, message }) => {
    const way = ways.get(field);
    const row = rowOf.get(stepIdOf(way?.sourceId ?? field));
    const isCondition = row !== undefined && way?.condition !== undefined;
    return problemAt(stepColumns, row ?? rows[0] ?? { row: 0 }, isCondition ? 'when' : '', message);
  });
}

/**
 * 流程步骤 as a spreadsheet, a row for each step of each process that is written in steps; one with a difference
 * is published.
 */
export const sheetOfSteps = importableSheet<StoredPlans, ReadFiles>({
  name: 'process-steps',
  title: '流程步骤',
  columns: () => stepColumns,
  keys: ['process', 'id'],
  permission: Permission.publishProcess,
  /** Locks the office like a single publication does, so that no other publication interferes. */
  office: lockOfficeParts,
  read: readStoredPlans,
  settle: (rows, { plans, known }) => normaliseRows(rows, plans, known),
  prepare: readFiles,
  check: problemsOf,
  async apply(tx, changes, kept, context, { actor }, files) {
    const { plans } = await cooperatively(notifiedOf(changes, kept, changes));
    for (const { xml } of plans) {
      const read = files.get(xml);
      // Another person has published it since it was read, or has deleted a named handler.
      if (!read) return refuse('sheetStale');
      if (isRefusal(await publishProcess(tx, context, actor, read))) return refuse('sheetStale');
    }
    return undefined;
  },
});
