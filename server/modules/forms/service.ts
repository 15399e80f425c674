import type { Actor } from '#domain/access/actor.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { isSame } from '#domain/forms/merge.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { withProtectionOf } from '#domain/forms/protection.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import type { Db, Tx } from '#server/database/transaction.ts';
import { WrittenOnce } from '#server/http/written-once.ts';
import type { PublishedForm } from './published-form.ts';
import {
  findForm,
  findLatestForm,
  insertForm,
  listLatestForms,
  lockCode,
  listForms as queryForms,
} from './queries.ts';

const known = new WeakMap<Db, Map<string, PublishedForm>>();

/**
 * A published form under the protection of its latest version (decision 0064), compiled once for each server process;
 * its absence is a fault.
 */
export async function getPublishedForm(db: Db, id: string, via: Db = db): Promise<PublishedForm> {
  const mine = known.get(db) ?? new Map<string, PublishedForm>();
  known.set(db, mine);
  const kept = mine.get(id);
  if (kept) return kept;
  const row = await findForm(via, id);
  if (!row) throw new Error(`Form definition ${id} is missing`);
  const latest = await findLatestForm(via, row.code);
  const own = row.model as FormModel;
  const model = latest && latest.id !== id ? withProtectionOf(own, latest.model as FormModel) : own;
  const compiled = compileForm(model);
  if (Array.isArray(compiled)) throw new Error(`Form definition ${id} does not compile`);
  const { code, version, name } = row;
  const form = { id, code, version, name, model, structure: new WrittenOnce(model), compiled };
  mine.set(id, form);
  return form;
}

/** The newest version of a form, if there is one of that code. */
export async function findLatestPublishedForm(db: Db, code: string): Promise<PublishedForm | undefined> {
  const row = await findLatestForm(db, code);
  return row && getPublishedForm(db, row.id);
}

/** The newest version of each form that there is, by its code. */
export async function latestForms(db: Db, codes: readonly string[]): Promise<Map<string, CompiledForm>> {
  const forms = new Map<string, CompiledForm>();
  for (const code of codes) {
    const row = await findLatestForm(db, code);
    const compiled = row && compileForm(row.model as FormModel);
    if (compiled && !Array.isArray(compiled)) forms.set(code, compiled);
  }
  return forms;
}

/** The newest version of each form by its code, with what heads it. */
export async function listForms(db: Db) {
  const rows = await queryForms(db);
  return [...Map.groupBy(rows, ({ code }) => code).values()].flatMap(([newest]) => newest ?? []);
}

/** The ids of the newest versions of these forms, in their order. */
export async function latestFormIds(db: Db, codes: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const code of codes) {
    const row = await findLatestForm(db, code);
    if (!row) throw new Error(`Form ${code} is missing`);
    ids.push(row.id);
  }
  return ids;
}

/** The newest version of every form, compiled. */
export async function everyForm(db: Db): Promise<CompiledForm[]> {
  const rows = await listLatestForms(db);
  return rows
    .map(({ model }) => compileForm(model as FormModel))
    .filter((form): form is CompiledForm => !Array.isArray(form));
}

/** Publishes a form model as the next version of its code; the same model again changes nothing. */
export async function publishForm(
  tx: Tx,
  context: Pick<Context, 'now'>,
  actor: Pick<Actor, 'name'>,
  model: FormModel,
): Promise<{ id: string; code: string; version: number } | Refusal<'definitionInvalid'>> {
  const compiled = compileForm(model);
  if (Array.isArray(compiled)) return refuse('definitionInvalid', { problems: compiled });
  const { code, title } = model.globalConfig;
  await lockCode(tx, code);
  const latest = await findLatestForm(tx, code);
  if (latest && isSame(latest.model, model)) return latest;
  return insertForm(tx, {
    code,
    version: (latest?.version ?? 0) + 1,
    name: title,
    model,
    publishedAt: context.now(),
    publishedBy: actor.name,
  });
}

/** Forgets what this process knows of forms, because a newer version now protects the earlier ones. */
export function forgetForms(db: Db): void {
  known.delete(db);
}

export {
  authorityAt,
  factsOf,
  type MergedForms,
  type MergePlace,
  mergeForms,
  newFileIds,
  type OpenedForm,
  openForm,
  type SentForm,
  withTyped,
} from './forms-of-order.ts';
export { problemsOfForm } from './keeping.ts';
export { presentForm, presentTyped } from './present.ts';
export { formCodeOf, type PublishedForm } from './published-form.ts';
export { openContent, sealContent } from './sealing.ts';
