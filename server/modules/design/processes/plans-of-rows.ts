import type { Chunks } from '#domain/chunks.ts';
import { sheetValueText } from '#domain/sheets/compare-rows.ts';
import type { SheetChange, SheetProblem, UploadedRow } from '#domain/sheets/import-sheet.ts';
import { definitionLimits, maxDefinitionText } from '#domain/workflow/model/limits.ts';
import { errorsOfPlan, stepLabel } from '#domain/workflow/steps/check-plan.ts';
import { findSteps } from '#domain/workflow/steps/normalise-rows.ts';
import { flowOfPlan } from '#domain/workflow/steps/plan-flow.ts';
import { planCells } from '#domain/workflow/steps/step-cells.ts';
import { stepColumns } from '#domain/workflow/steps/step-columns.ts';
import type { StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { planOfRows } from '#domain/workflow/steps/step-rows.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { hasRequiredCells, problemAt } from '#server/framework/lists/importable-sheet.ts';
import type { StoredPlans } from './stored-plans.ts';

/** A process with the changes of its rows, and the file that is generated from it. */
export interface PlanOfRows {
  rows: readonly SheetChange[];
  plan: StepPlan;
  xml: string;
}

/** Maximum number of processes published by one spreadsheet, because each is read and checked as a file. */
const maxProcesses = 100;

const problemAtRow = (row: { row: number } | undefined, key: string, message: string) =>
  problemAt(stepColumns, row ?? { row: 0 }, key, message);

/** Returns the processes that rows change, and the problems of the rows before any file is checked. */
export function* plansOfRows(
  changes: readonly SheetChange[],
  storedPlans: StoredPlans,
  uploadedRows: readonly UploadedRow[],
): Chunks<{ plans: PlanOfRows[]; problems: SheetProblem[] }> {
  const problems = problemsOfIds(uploadedRows);
  const plans: PlanOfRows[] = [];
  const rowsOf = Map.groupBy(uploadedRows, ({ values }) => values.process);
  const changed = [...Map.groupBy(changes, ({ values }) => String(values.process))]
    .filter(([, rows]) => rows.some(({ kind }) => kind !== 'same'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (changed.length > maxProcesses)
    return {
      plans,
      problems: [
        ...problems,
        problemAtRow(undefined, '', `一次最多修改 ${maxProcesses} 个流程，请分成几个文件`),
      ],
    };
  for (const [key, rows] of changed) {
    const fileProcess = storedPlans.drawnProcessNames.get(key);
    if (fileProcess !== undefined) {
      const message = `流程“${fileProcess}”是用流程文件发布的，不能用表格修改，请用“发布流程文件”发布新版本`;
      problems.push(...rows.map((row) => problemAtRow(row, 'process', message)));
      continue;
    }
    const planned = yield* planOf(key, rows, storedPlans);
    problems.push(...planned.problems);
    // A process with an unreadable row cannot be checked further.
    const isRead = rows.length === rowsOf.get(key)?.length && rows.every(hasRequiredCells(stepColumns));
    if (!isRead || planned.problems.length > 0) continue;
    const planProblems = problemsOfPlan(planned.plan, rows);
    problems.push(...planProblems);
    const xml = planProblems.length === 0 ? writePlan(planned.plan) : '';
    if (xml.length > maxDefinitionText)
      problems.push(problemAtRow(rows[0], '', '流程过大，请减少步骤或其中的内容'));
    else if (xml !== '') plans.push({ rows, plan: planned.plan, xml });
  }
  return { plans, problems };
}

/** Returns the problems of rows that match several steps. */
function problemsOfIds(uploadedRows: readonly UploadedRow[]): SheetProblem[] {
  return uploadedRows
    .filter(({ values: { process, id, name } }) => process && name && (id ?? null) === null)
    .map((row) => problemAtRow(row, 'id', `有几个步骤叫“${row.values.name}”，请填写步骤标识`));
}

function* planOf(
  key: string,
  rows: readonly SheetChange[],
  { plans, knownNames }: StoredPlans,
): Chunks<{ plan: StepPlan; problems: SheetProblem[] }> {
  const values = rows.map((row) => row.values);
  const names = { ...knownNames, stepOf: findSteps(values, plans.get(key)) };
  const { plan, problems: errors } = yield* planOfRows(key, plans.get(key), values, names);
  const problems = errors.map((error) => problemAtRow(rows[error.rowIndex], error.key, error.message));
  // An unreadable cell was already reported.
  const cellOf = ({ row, column }: SheetProblem) => `${row} ${column}`;
  const reported = new Set(problems.map(cellOf));
  const contradictions = contradictionsOfRows(rows).filter((problem) => !reported.has(cellOf(problem)));
  return { plan, problems: [...problems, ...contradictions] };
}

/**
 * Returns the contradictions between the rows of a process: cells of the whole process must be the same in all
 * its rows, and no two rows may have the same number in the order.
 */
function contradictionsOfRows(rows: readonly SheetChange[]): SheetProblem[] {
  const [first] = rows;
  const rowByOrder = new Map<unknown, number>();
  return rows.flatMap((row) => {
    const others = planCells
      .filter(({ key }) => {
        const [one, other] = [first?.values[key], row.values[key]];
        return one !== undefined && other !== undefined && sheetValueText(one) !== sheetValueText(other);
      })
      .map(({ key }) => {
        const text = sheetValueText(first?.values[key] ?? null);
        return problemAtRow(row, key, `与第 ${first?.row} 行的${text === '' ? '空白' : `“${text}”`}不一致`);
      });
    const { order = null } = row.values;
    const earlier = order === null ? undefined : rowByOrder.get(order);
    if (earlier === undefined) rowByOrder.set(order, row.row);
    return earlier === undefined
      ? others
      : [...others, problemAtRow(row, 'order', `与第 ${earlier} 行的序号相同`)];
  });
}

/** Returns the problems that `checkPlan` finds in a plan, each at its row and column. */
function problemsOfPlan(plan: StepPlan, rows: readonly SheetChange[]): SheetProblem[] {
  const nodes = flowOfPlan(plan).nodes.length;
  if (nodes > definitionLimits.nodes)
    return [
      problemAtRow(rows[0], '', `步骤过多：节点不得超过 ${definitionLimits.nodes} 个，现在有 ${nodes} 个`),
    ];
  const rowOf = new Map(rows.map((row) => [row.values.id, row]));
  const changed = rows.find(({ kind }) => kind !== 'same');
  return errorsOfPlan(plan).map((error) => {
    if (error.stepIndex === null) return problemAtRow(rows[0], columnOfPlan[error.part] ?? '', error.message);
    const step = plan.steps[error.stepIndex];
    const row = rowOf.get(step?.id);
    if (row) return problemAtRow(row, error.part === 'refusal' ? 'refusalName' : error.part, error.message);
    // A step without a row has a problem because of another row.
    return problemAtRow(changed, '', `${step ? stepLabel(step, error.stepIndex) : ''}：${error.message}`);
  });
}

const columnOfPlan: Readonly<Record<string, string>> = {
  key: 'process',
  name: 'processName',
  forms: 'start',
  limit: 'limit',
  result: 'result',
};
