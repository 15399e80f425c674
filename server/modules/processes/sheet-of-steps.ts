import { Permission } from '#domain/access/actor.ts';
import { isRefusal, type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { ReadRow, SheetChange, SheetProblem } from '#domain/sheets/import-sheet.ts';
import { faultOfMissing, keysNamed } from '#domain/workflow/keys-named.ts';
import { planFlow, stepIdOf } from '#domain/workflow/steps/plan-flow.ts';
import { settleRows } from '#domain/workflow/steps/settle-rows.ts';
import { stepColumns } from '#domain/workflow/steps/step-columns.ts';
import { holdOffice } from '#server/modules/office/service.ts';
import { importableSheet, problemAt } from '#server/sheets/importable-sheet.ts';
import { type KeptPlans, readKeptPlans } from './kept-plans.ts';
import { type PlanOfRows, plansOfRows } from './plans-of-rows.ts';
import { publishProcess, type ReadProcess, readProcess } from './service.ts';

/** The files that rows come to, as they were read before the transaction. */
type ReadFiles = ReadonlyMap<string, ReadProcess>;

async function readFiles(
  changes: readonly SheetChange[],
  kept: KeptPlans,
  rows: readonly ReadRow[],
): Promise<ReadFiles> {
  const read = new Map<string, ReadProcess>();
  for (const { xml } of plansOfRows(changes, kept, rows).plans) read.set(xml, await readProcess(xml));
  return read;
}

function problemsOf(
  changes: readonly SheetChange[],
  kept: KeptPlans,
  rows: readonly ReadRow[],
  files: ReadFiles,
): SheetProblem[] {
  const { plans, problems } = plansOfRows(changes, kept, rows);
  const ofFiles = plans.flatMap((process) => {
    const read = files.get(process.xml);
    return read === undefined ? [] : problemsOfFile(read, kept).map((problem) => placed(problem, process));
  });
  return [...problems, ...ofFiles];
}

/** What stands against the file by itself, and whom it names that is not there. */
function problemsOfFile({ problems, definition }: ReadProcess, { known }: KeptPlans): Problem[] {
  const missing = [...(definition ? keysNamed(definition) : [])].flatMap(([key, places]) =>
    known.nameOf(key) === undefined ? places.map((place) => faultOfMissing(place, key)) : [],
  );
  return [...problems, ...missing];
}

/** At the row of the step that the node or the way of the file is of, else at the first. */
function placed({ field, message }: Problem, { rows, plan }: PlanOfRows): SheetProblem {
  const way = planFlow(plan).flows.find(({ id }) => id === field);
  const node = way?.sourceId ?? field;
  const row = rows.find(({ values }) => values.id === stepIdOf(node));
  const isCondition = row !== undefined && way?.condition !== undefined;
  return problemAt(stepColumns, row ?? rows[0] ?? { row: 0 }, isCondition ? 'when' : '', message);
}

/** 流程步骤 as a sheet, a row for each step of each process that is written in steps; one with a difference is published. */
export const sheetOfSteps = importableSheet<KeptPlans, ReadFiles>({
  name: 'process-steps',
  title: '流程步骤',
  columns: () => stepColumns,
  keys: ['process', 'id'],
  permission: Permission.publishProcess,
  /** As whoever publishes by hand takes them, so that nobody does meanwhile. */
  office: holdOffice,
  read: readKeptPlans,
  settle: (rows, { plans, known }) => settleRows(rows, plans, known),
  prepare: readFiles,
  check: problemsOf,
  async apply(tx, changes, kept, context, actor, files) {
    const { plans } = plansOfRows(changes, kept, changes);
    for (const { xml } of plans) {
      const read = files.get(xml);
      // Somebody has published it since it was read, or has deleted whom it names.
      if (!read) return refuse('sheetStale');
      if (isRefusal(await publishProcess(tx, context, actor, read))) return refuse('sheetStale');
    }
    return undefined;
  },
});
