import type { SheetRow } from '#domain/sheets/import-sheet.ts';
import type { KnownField } from '#domain/workflow/steps/known-names.ts';
import { readPlan } from '#domain/workflow/steps/read-plan.ts';
import type { KnownWithoutSteps } from '#domain/workflow/steps/settle-rows.ts';
import type { StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { rowsOfPlan } from '#domain/workflow/steps/step-rows.ts';
import type { Db } from '#server/database/transaction.ts';
import { everyForm } from '#server/modules/forms/service.ts';
import { listNamesOfKeys, listNewestProcesses } from './queries.ts';

/** What the sheet of steps is compared with and checked against. */
export interface KeptPlans {
  present: SheetRow[];
  /** The processes that are written in steps, by the newest version of each. */
  plans: ReadonlyMap<string, StepPlan>;
  /** Names of those that are files of a modeller, by their keys. */
  drawn: ReadonlyMap<string, string>;
  known: KnownWithoutSteps;
}

export async function readKeptPlans(db: Db): Promise<KeptPlans> {
  const newest = await listNewestProcesses(db);
  const names = new Map((await listNamesOfKeys(db)).map(({ key, name }) => [key, name]));
  const forms = new Map((await everyForm(db)).map(({ code, fields }) => [code, fieldsById(fields)]));
  const present: SheetRow[] = [];
  const plans = new Map<string, StepPlan>();
  const drawn = new Map<string, string>();
  for (const { key, name, xml, definition } of newest) {
    const plan = readPlan(xml, definition);
    const rows = plan && rowsOfPlan(plan);
    if (plan && rows) {
      plans.set(key, plan);
      present.push(...rows);
    } else drawn.set(key, name);
  }
  return {
    present,
    plans,
    drawn,
    known: {
      nameOf: (key) => names.get(key),
      codeCalled: (kind, called) => codeCalled(names, kind, called),
      formOf: (code) => forms.get(code),
    },
  };
}

function fieldsById(fields: readonly (KnownField & { id: string })[]): ReadonlyMap<string, KnownField> {
  return new Map(fields.map((field) => [field.id, field]));
}

function codeCalled(names: ReadonlyMap<string, string>, kind: string, called: string): string | undefined {
  for (const [key, name] of names) {
    if (name === called && key.startsWith(`${kind}:`)) return key.slice(kind.length + 1);
  }
  return undefined;
}
