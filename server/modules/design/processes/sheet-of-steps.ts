import { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import { isRefusal, type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { SheetChange, SheetProblem, UploadedRow } from '#domain/sheets/import-sheet.ts';
import { candidateKeysOf, problemOfMissing } from '#domain/workflow/publishing/candidate-keys.ts';
import { normaliseRows } from '#domain/workflow/steps/normalise-rows.ts';
import { flowOfPlan, stepIdOf } from '#domain/workflow/steps/plan-flow.ts';
import { stepColumns } from '#domain/workflow/steps/step-columns.ts';
import { importableSheet, problemAt } from '#server/framework/lists/importable-sheet.ts';
import { runCooperatively } from '#server/kernel/scheduling.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { type PlanOfRows, plansOfRows } from './plans-of-rows.ts';
import { type ParsedProcess, publishProcess, readProcesses } from './service.ts';
import { readStoredPlans, type StoredPlans } from './stored-plans.ts';

/** The files of the changed processes, which are read before the transaction, by their content. */
type ParsedFiles = ReadonlyMap<string, ParsedProcess>;

interface PlansOfSheet {
  plans: PlanOfRows[];
  problems: SheetProblem[];
}

/**
 * Caches the plans and problems of rows, which are computed once for the same stored plans: the files are read,
 * checked and published with them.
 */
const plansOfSheet = new WeakMap<StoredPlans, PlansOfSheet>();

function* plansOfChanges(
  changes: readonly SheetChange[],
  storedPlans: StoredPlans,
  rows: readonly UploadedRow[],
): Chunks<PlansOfSheet> {
  const plans = plansOfSheet.get(storedPlans) ?? (yield* plansOfRows(changes, storedPlans, rows));
  plansOfSheet.set(storedPlans, plans);
  return plans;
}

async function readFiles(
  changes: readonly SheetChange[],
  storedPlans: StoredPlans,
  rows: readonly UploadedRow[],
  { staffId }: { staffId: string },
): Promise<ParsedFiles> {
  const { plans } = await runCooperatively(plansOfChanges(changes, storedPlans, rows));
  const processes = await readProcesses(
    plans.map(({ xml }) => xml),
    staffId,
  );
  return new Map(plans.map(({ xml }, index) => [xml, processes[index] as ParsedProcess]));
}

function* problemsOf(
  changes: readonly SheetChange[],
  storedPlans: StoredPlans,
  rows: readonly UploadedRow[],
  files: ParsedFiles,
): Chunks<SheetProblem[]> {
  const { plans, problems } = yield* plansOfChanges(changes, storedPlans, rows);
  const found = [...problems];
  for (const process of plans) {
    yield;
    const read = files.get(process.xml);
    if (read) found.push(...problemsAtRows(problemsOfFile(read, storedPlans), process));
  }
  return found;
}

/** Returns the problems of the file itself, and those of unknown candidates in it. */
function problemsOfFile({ problems, definition }: ParsedProcess, { knownNames }: StoredPlans): Problem[] {
  const missing = [...(definition ? candidateKeysOf(definition) : [])].flatMap(([key, places]) =>
    knownNames.nameOf(key) === undefined ? places.map((place) => problemOfMissing(place, key)) : [],
  );
  return [...problems, ...missing];
}

/** Returns the problems at the row of the step to which the node or flow of the file belongs, else at the first row. */
function problemsAtRows(problems: readonly Problem[], { rows, plan }: PlanOfRows): SheetProblem[] {
  if (problems.length === 0) return [];
  const flows = new Map(flowOfPlan(plan).flows.map((flow) => [flow.id, flow]));
  const rowOf = new Map(rows.map((row) => [row.values.id, row]));
  return problems.map(({ field, message }) => {
    const flow = flows.get(field);
    const row = rowOf.get(stepIdOf(flow?.sourceId ?? field));
    const isCondition = row !== undefined && flow?.condition !== undefined;
    return problemAt(stepColumns, row ?? rows[0] ?? { row: 0 }, isCondition ? 'when' : '', message);
  });
}

/**
 * 流程步骤 as a spreadsheet, a row for each step of each process that was made from a step plan; a process with a
 * difference is published.
 */
export const sheetOfSteps = importableSheet<StoredPlans, ParsedFiles>({
  name: 'process-steps',
  title: '流程步骤',
  columns: () => stepColumns,
  keys: ['process', 'id'],
  permission: Permission.publishProcess,
  /** Locks the office like a single publication does, so that no other publication interferes. */
  lockOffice: lockOfficeParts,
  read: readStoredPlans,
  completeRows: (rows, { plans, knownNames }) => normaliseRows(rows, plans, knownNames),
  prepare: readFiles,
  check: problemsOf,
  async apply(tx, changes, storedPlans, context, { actor }, files) {
    const { plans } = await runCooperatively(plansOfChanges(changes, storedPlans, changes));
    for (const { xml } of plans) {
      const read = files.get(xml);
      // Another person has published it since it was read, or has deleted one of its handlers.
      if (!read) return refuse('sheetStale');
      if (isRefusal(await publishProcess(tx, context, actor, read))) return refuse('sheetStale');
    }
    return undefined;
  },
});
