import type { Chunks } from '#domain/chunks.ts';
import type { SheetRow } from '#domain/sheets/import-sheet.ts';
import type { KnownField } from '#domain/workflow/steps/known-names.ts';
import type { KnownNamesWithoutSteps } from '#domain/workflow/steps/normalise-rows.ts';
import { readPlan } from '#domain/workflow/steps/read-plan.ts';
import type { StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { rowsOfPlan } from '#domain/workflow/steps/step-rows.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { runCooperatively } from '#server/kernel/scheduling.ts';
import { listCompiledForms } from '#server/modules/design/forms/service.ts';
import { listNamesOfKeys, listNewestProcesses } from './queries.ts';

/** Stored plans and names for comparing and checking the spreadsheet of steps. */
export interface StoredPlans {
  existingRows: SheetRow[];
  /** The step plans of the processes that have one, each in its newest version. */
  plans: ReadonlyMap<string, StepPlan>;
  /** Names of the processes that have no step plan, because they were drawn with a modeller, by key. */
  drawnProcessNames: ReadonlyMap<string, string>;
  knownNames: KnownNamesWithoutSteps;
}

export async function readStoredPlans(db: Db): Promise<StoredPlans> {
  const newest = await listNewestProcesses(db);
  const names = await listNamesOfKeys(db);
  const nameOf = new Map(names.map(({ key, name }) => [key, name]));
  const forms = new Map((await listCompiledForms(db)).map(({ code, fields }) => [code, fieldsById(fields)]));
  const codeOf = codesByName(names);
  return {
    ...(await runCooperatively(plansOf(newest))),
    knownNames: {
      nameOf: (key) => nameOf.get(key),
      codeOfName: (kind, name) => codeOf.get(`${kind}:${name}`),
      formOf: (code) => forms.get(code),
    },
  };
}

function* plansOf(
  newest: Awaited<ReturnType<typeof listNewestProcesses>>,
): Chunks<Omit<StoredPlans, 'knownNames'>> {
  const existingRows: SheetRow[] = [];
  const plans = new Map<string, StepPlan>();
  const drawnProcessNames = new Map<string, string>();
  for (const { key, name, xml, definition } of newest) {
    yield;
    const plan = readPlan(xml, definition);
    const rows = plan && (yield* rowsOfPlan(plan));
    if (plan && rows) {
      plans.set(key, plan);
      existingRows.push(...rows);
    } else drawnProcessNames.set(key, name);
  }
  return { existingRows, plans, drawnProcessNames };
}

function fieldsById(fields: readonly (KnownField & { id: string })[]): ReadonlyMap<string, KnownField> {
  return new Map(fields.map((field) => [field.id, field]));
}

/** Returns the code for each `kind:name`; if several have the same name, the code of the first. */
function codesByName(names: readonly { key: string; name: string }[]): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const { key, name } of names) {
    const [kind = ''] = key.split(':', 1);
    const fullName = `${kind}:${name}`;
    if (!codes.has(fullName)) codes.set(fullName, key.slice(kind.length + 1));
  }
  return codes;
}
