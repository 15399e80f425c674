import { runAllChunks } from '../../chunks.ts';
import { compareRows } from '../../sheets/compare-rows.ts';
import type { SheetRow, SheetValue } from '../../sheets/import-sheet.ts';
import type { RawCell } from '../../sheets/raw-sheet.ts';
import { readSheetRows } from '../../sheets/read-sheet-rows.ts';
import type { KnownField } from './known-names.ts';
import { findSteps, type KnownNamesWithoutSteps, normaliseRows } from './normalise-rows.ts';
import { stepColumns } from './step-columns.ts';
import { newPlan, newStep, type PlanStep, type StepPlan } from './step-plan.ts';
import { planOfRows, rowsOfPlan } from './step-rows.ts';

/** Steps and rows for tests: an office with three names, a form, and an imported spreadsheet. */

const field = (title: string, kindName: string, options: string[] = []) =>
  ({
    title,
    kindName,
    options: options.map((value) => ({ value, label: value })),
    props: {},
  }) as unknown as KnownField;
export const fields = new Map([
  ['area', field('面积', 'number')],
  ['place', field('地点', 'single-line')],
  ['kinds', field('种类', 'checkbox')],
  ['urgent', field('是否加急', 'switch')],
  ['result', field('结果', 'select', ['1', '2'])],
]);
const names = new Map<string, string>([
  ['role:handler', '经办人'],
  ['position:examiner', '审查岗'],
  ['org:330127-scj', '市场监管局'],
]);
export const known: KnownNamesWithoutSteps = {
  nameOf: (key) => names.get(key),
  codeOfName: (kind, name) =>
    [...names].find(([key, called]) => key.startsWith(`${kind}:`) && called === name)?.[0].split(':')[1],
  formOf: (code) => (code === 'stall' || code === 'permit' ? fields : undefined),
};

/** Converts rows to cells of a workbook: texts and numbers, lists in one text. */
const asCells = (rows: readonly SheetRow[]): RawCell[][] => [
  stepColumns.map(({ title }) => title),
  ...rows.map((row) =>
    stepColumns.map(({ key }) => {
      const value: SheetValue = row[key] ?? null;
      return typeof value === 'object' && value !== null ? value.join('、') : value;
    }),
  ),
];

/**
 * Returns the effect of importing these rows on the stored plans: the kinds of its rows, each plan and all
 * errors.
 */
export function importRows(rows: readonly SheetRow[], current: readonly StepPlan[] = [], knownNames = known) {
  const raw = { name: '流程步骤', rows: asCells(rows), mergedRows: [], isCut: false };
  const read = runAllChunks(readSheetRows(stepColumns, raw));
  const plans = new Map(current.map((plan) => [plan.key, plan]));
  const storedRows = current.flatMap((plan) => runAllChunks(rowsOfPlan(plan)) ?? []);
  const normalised = runAllChunks(normaliseRows(read.rows, plans, knownNames));
  const compared = runAllChunks(
    compareRows({ columns: stepColumns, keys: ['process', 'id'] }, normalised, storedRows),
  );
  const byProcess = Map.groupBy(compared.changes, ({ values }) => String(values.process));
  const results = [...byProcess].map(([key, changes]) => {
    const processRows = changes.map(({ values }) => values);
    const names = { ...knownNames, stepOf: findSteps(processRows, plans.get(key)) };
    return runAllChunks(planOfRows(key, plans.get(key), processRows, names));
  });
  return {
    kinds: compared.changes.map(({ kind }) => kind),
    keys: compared.changes.map(({ key }) => key),
    plans: results.map(({ plan }) => plan),
    problems: [
      ...[...read.problems, ...compared.problems].map(({ message }) => message),
      ...results.flatMap(({ problems }) =>
        problems.map(({ rowIndex, key, message }) => `${rowIndex} ${key} ${message}`),
      ),
    ],
  };
}

export const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  ...newStep({ steps: [], forms: [] }),
  id,
  name: `办理${id}`,
  handlers: [{ kind: 'role', id: 'handler', name: '经办人' }],
  ...more,
});
export const stall: StepPlan = {
  ...newPlan('street-stall', '占道经营许可'),
  forms: [{ form: 'stall', authority: 2, fields: [] }],
  steps: [
    step('step-1', { name: '受理' }),
    step('step-2', { name: '核查' }),
    step('step-3', { name: '送达' }),
  ],
};
