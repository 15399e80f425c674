import { runAllChunks } from '#domain/chunks.ts';
import type { BundlePart } from '#domain/office/bundle-parts.ts';
import { organisationColumns } from '#domain/office/organisation-columns.ts';
import type { ImportColumn, SheetRow } from '#domain/sheets/import-sheet.ts';
import { stepColumns } from '#domain/workflow/steps/step-columns.ts';
import { newPlan, newStep, type PlanStep, type StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { rowsOfPlan } from '#domain/workflow/steps/step-rows.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { writeImportSheet } from '#server/adapters/file-processing/conversion/write-import-sheet.ts';
import { type BundleFiles, signWithForeignKey } from '#test/world/foreign-bundle.ts';

/** Spreadsheets and bundles of an office at their largest permitted size, based on the demo county. */

const createArray = <Row>(count: number, create: (index: number) => Row) =>
  Array.from({ length: count }, (_, index) => create(index));

function stepAt(index: number): PlanStep {
  return {
    ...newStep({ steps: [], forms: [] }),
    id: `step-${index + 1}`,
    name: `第${index + 1}步办理`,
    handlers: [
      { kind: 'role', id: 'handler', name: '经办人' },
      { kind: 'org', id: '330127-scj', name: '淳安县市场监督管理局' },
    ],
    limit: { amount: 3, unit: 'workingDay' },
    buttons: ['return'],
    forms: [{ form: 'permit-application', authority: 1, fields: ['cancelReason'] }],
    when:
      index % 5 === 2
        ? { form: 'permit-application', field: 'applicationType', is: '=', value: 'change' }
        : null,
  };
}

function planOf(number: number, steps: number): StepPlan {
  return {
    ...newPlan(`many-${number}`, `第${number}号流程`),
    forms: [{ form: 'permit-application', authority: 2, fields: [] }],
    steps: createArray(steps, stepAt),
  };
}

async function workbook(name: string, columns: readonly ImportColumn[], rows: readonly SheetRow[]) {
  const bytes = await writeImportSheet({
    work: 'writeSheet',
    name,
    columns: columns.map(({ title }) => ({
      title,
      required: false,
      kind: '',
      hint: '',
      example: '',
      choices: [],
      isText: true,
    })),
    rows: rows.map((row) =>
      columns.map(({ key }) => {
        const value = row[key] ?? null;
        return typeof value === 'object' && value !== null ? value.join('、') : value;
      }),
    ),
    maxRows: 5_000,
    codes: [],
  });
  return Buffer.from(bytes).toString('base64');
}

/** Returns a row for each step of this many processes. */
export function sheetOfSteps(processes: number, steps: number): Promise<string> {
  const rows = createArray(processes, (index) => runAllChunks(rowsOfPlan(planOf(index, steps))) ?? []).flat();
  return workbook('流程步骤', stepColumns, rows);
}

const organisationAt = (index: number) => ({
  code: `big-${index}`,
  name: `第${index}局`,
  kind: '机构',
  parent: index < 100 ? '10002' : `big-${index % 100}`,
  areaCode: '330127',
  address: '',
  phone: '',
  sortBy: index,
});

export function sheetOfOrganisations(count: number): Promise<string> {
  return workbook('机构', organisationColumns, createArray(count, organisationAt));
}

/** Returns the bundle of the county with parts of this many rows, made from its existing rows. */
export async function largeBundle(file: string, rows: Partial<Record<BundlePart, number>>): Promise<string> {
  return await signWithForeignKey(file, (files) => {
    for (const [part, count] of Object.entries(rows)) fill(files, part as BundlePart, count);
  });
}

type Row = Record<string, unknown>;

function fill(files: BundleFiles, part: BundlePart, count: number): void {
  const existing = JSON.parse(files[`${part}.json`] ?? '[]') as Row[];
  const newRows = createArray(Math.max(0, count - existing.length), (index) =>
    rowBuilders[part]?.(existing, index),
  ).filter((row): row is Row => row !== undefined);
  files[`${part}.json`] = JSON.stringify([...existing, ...newRows]);
}

const copyOfRow = (rows: readonly Row[], index: number) => structuredClone(rows[index % rows.length]) as Row;

const rowBuilders: Partial<Record<BundlePart, (existing: readonly Row[], index: number) => Row | undefined>> =
  {
    organisations: (_, index) => organisationAt(index),
    posts: (existing, index) => ({
      ...copyOfRow(existing, index),
      code: `big-${index}`,
      name: `第${index}岗`,
    }),
    groups: (existing, index) => ({
      ...copyOfRow(existing, index),
      code: `big-${index}`,
      name: `第${index}组`,
    }),
    halls: (existing, index) => ({
      ...copyOfRow(existing, index),
      code: `big-${index}`,
      name: `第${index}厅`,
    }),
    windows: (existing, index) => ({
      ...copyOfRow(existing, index),
      code: `big-${index}`,
      name: `第${index}窗`,
      number: `${index + 100}`,
    }),
    roles: (existing, index) => ({
      ...copyOfRow(existing, index),
      code: `big-${index}`,
      name: `第${index}角色`,
      permissions: [],
    }),
    forms: (existing, index) => {
      const form = copyOfRow(existing, index) as { globalConfig: { code: string; title: string } };
      form.globalConfig.code = `${form.globalConfig.code}-${index}`;
      form.globalConfig.title = `${form.globalConfig.title} ${index}`;
      return form as unknown as Row;
    },
    processes: (_, index) => {
      const plan = planOf(index, 20);
      return { key: plan.key, name: plan.name, xml: writePlan(plan) };
    },
    items: (existing, index) => ({
      ...copyOfRow(existing, index),
      taskCode: `big-${index}`,
      name: `第${index}项`,
      sortBy: index + 100,
    }),
    documents: (existing, index) => {
      const row = copyOfRow(existing, index) as { document: { template: { code: string } } };
      row.document.template.code = `big-${index}`;
      return row as unknown as Row;
    },
    archive: (existing, index) => {
      const item = structuredClone(existing.find(({ kind }) => kind === 'item')) as Row;
      return index < 450
        ? { ...item, taskCode: `big-${index}` }
        : { kind: 'fonds', orgId: `big-${index}`, code: `J${index}`, name: `第${index}局` };
    },
  };

/**
 * Returns a file that is expensive to read, with almost as many characters as permitted: the parser reports
 * each element.
 */
function hardProcess(number: number): string {
  const elements = '<bpmn:strange/>'.repeat(130_000);
  return `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"><bpmn:process id="hard-${number}" name="难查的流程${number}">${elements}</bpmn:process></bpmn:definitions>`;
}

/** Returns a small process, which is checked while the hard ones are being read. */
export const easyProcess = () => writePlan(planOf(0, 5));

/** Returns a bundle with only this many hard processes. */
export async function bundleOfHardProcesses(file: string, count: number): Promise<string> {
  return await signWithForeignKey(file, (files) => {
    files['processes.json'] = JSON.stringify(
      createArray(count, (index) => ({
        key: `hard-${index}`,
        name: `难查的流程${index}`,
        xml: hardProcess(index),
      })),
    );
  });
}
