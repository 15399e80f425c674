import type { Actor } from '#domain/access/actor.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { compileNewForm } from '#domain/forms/compile-new.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { withoutTargets } from '#domain/forms/field-interfaces.ts';
import { formChanges } from '#domain/forms/form-changes.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { removedProtections, withProtectionOf } from '#domain/forms/protection.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { PartChange } from '#domain/part-change.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { PreencodedJson } from '#server/kernel/http/preencoded-json.ts';
import { mapCooperatively } from '#server/kernel/scheduling.ts';
import { refuseOverwriting } from '#server/modules/access/audit/service.ts';
import { lockRules } from '#server/modules/design/rules/service.ts';
import { keepElements, problemsOfElementsInForm } from '#server/modules/design/shared-elements/service.ts';
import type { PublishedForm } from './published-form.ts';
import {
  findForm,
  findLatestForm,
  findLatestFormId,
  insertForm,
  listLatestForms,
  lockCode,
  listForms as queryForms,
} from './queries.ts';
import { problemsOfRulesInForm } from './rules-of-forms.ts';

interface CacheEntry {
  form: PublishedForm;
  /** The version whose protection applies. */
  latestId: string;
  checkedAt: number;
}

const cache = new WeakMap<Db, Map<string, CacheEntry>>();

/** Maximum time for which another server may continue without the protection of a new version. */
const maxAgeMs = 5_000;

/**
 * Returns a published form with the protection of its latest version (decision 0064), which may be newer than
 * this one; its absence is an error. Compiled once for each server process and each protecting version.
 */
export async function getPublishedForm(db: Db, id: string, connection: Db = db): Promise<PublishedForm> {
  const form = await findPublishedForm(db, id, connection);
  if (!form) throw new Error(`Form definition ${id} is missing`);
  return form;
}

/** Returns a published form as `getPublishedForm` does; undefined if no version has this id. */
export async function findPublishedForm(
  db: Db,
  id: string,
  connection: Db = db,
): Promise<PublishedForm | undefined> {
  const entries = cache.get(db) ?? new Map<string, CacheEntry>();
  cache.set(db, entries);
  const entry = entries.get(id);
  const readAt = performance.now();
  if (entry) {
    if (readAt - entry.checkedAt < maxAgeMs) return entry.form;
    if ((await findLatestFormId(connection, entry.form.code)) === entry.latestId) {
      entries.set(id, { ...entry, checkedAt: readAt });
      return entry.form;
    }
  }
  const row = await findForm(connection, id);
  if (!row) return undefined;
  const latest = await findLatestForm(connection, row.code);
  const ownModel = row.model as FormModel;
  const model = latest && latest.id !== id ? withProtectionOf(ownModel, latest.model as FormModel) : ownModel;
  const compiled = compileForm(model);
  if (Array.isArray(compiled)) throw new Error(`Form definition ${id} does not compile`);
  const { code, version, name } = row;
  const form = {
    id,
    code,
    version,
    name,
    model,
    structure: new PreencodedJson(withoutTargets(model)),
    compiled,
  };
  entries.set(id, { form, latestId: latest?.id ?? id, checkedAt: readAt });
  return form;
}

/** Finds the newest version of a form by its code. */
export async function findLatestPublishedForm(db: Db, code: string): Promise<PublishedForm | undefined> {
  const row = await findLatestForm(db, code);
  return row && getPublishedForm(db, row.id);
}

/** Returns the newest version of each of these forms that exists, by code. */
export async function findLatestForms(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, { id: string; form: CompiledForm }>> {
  const forms = new Map<string, { id: string; form: CompiledForm }>();
  for (const { id, code, model } of await listLatestForms(db, codes)) {
    const form = compileForm(model as FormModel);
    if (!Array.isArray(form)) forms.set(code, { id, form });
  }
  return forms;
}

/** Returns the newest model of every form. */
export async function listLatestModels(db: Db): Promise<FormModel[]> {
  return (await listLatestForms(db)).map(({ model }) => model as FormModel);
}

/** Lists the newest version of each form by code, with its head data. */
export async function listForms(db: Db) {
  const rows = await queryForms(db);
  return [...Map.groupBy(rows, ({ code }) => code).values()].flatMap(([newest]) => newest ?? []);
}

/** Returns the newest version of every form, compiled. */
export async function listCompiledForms(db: Db): Promise<CompiledForm[]> {
  const compiled = await mapCooperatively(await listLatestForms(db), ({ model }) =>
    compileForm(model as FormModel),
  );
  return compiled.filter((form): form is CompiledForm => !Array.isArray(form));
}

/** A version that was published, with its changes against the previous one. */
interface PublishedFormVersion {
  id: string;
  code: string;
  version: number;
  changes: readonly PartChange[];
}

/**
 * Publishes a form model as the next version of its code; an unchanged model is not published again. The
 * check for problems runs under the lock of the code, so that of two concurrent publications the second
 * cannot remove protection that the first added.
 */
export async function publishForm(
  tx: Tx,
  context: Pick<Context, 'now'>,
  actor: Pick<Actor, 'name'>,
  model: FormModel,
  over?: number,
): Promise<PublishedFormVersion | Refusal<'definitionInvalid' | 'dataChanged'>> {
  const compiled = compileNewForm(model);
  if (Array.isArray(compiled)) return refuse('definitionInvalid', { problems: compiled });
  const { code, title } = model.globalConfig;
  await lockCode(tx, code);
  const latest = await findLatestForm(tx, code);
  const problems = [
    ...(latest ? removedProtections(latest.model as FormModel, model) : []),
    ...(await problemsOfRulesInForm(tx, model, () => lockRules(tx))),
    ...(await problemsOfElementsInForm(tx, model, () => keepElements(tx))),
  ];
  if (problems.length > 0) return refuse('definitionInvalid', { problems });
  if (latest && isSame(latest.model, model)) return { ...latest, changes: [] };
  const current = latest?.version ?? 0;
  const refusal = await refuseOverwriting(tx, {
    over,
    current,
    title: '表单',
    lastChange: latest && { name: latest.published_by, at: latest.published_at },
    verb: `发布第 ${current} 版`,
  });
  if (refusal) return refusal;
  const row = await insertForm(tx, {
    code,
    version: current + 1,
    name: title,
    model,
    publishedAt: context.now(),
    publishedBy: actor.name,
  });
  return { ...row, changes: latest ? formChanges(latest.model as FormModel, model) : [] };
}

/**
 * Clears the cache after a publication: this process applies its protection to earlier versions at once, the
 * others within five seconds.
 */
export function clearFormCache(db: Db): void {
  cache.delete(db);
}

export { factsOf, ruleValuesAt, ruleValuesOf } from './condition-facts.ts';
export { decryptContent, encryptContent } from './content-encryption.ts';
export { problemsOfForm } from './form-overview.ts';
export {
  authorityAt,
  type MergeContext,
  type MergedForms,
  mergeForms,
  newFileIds,
  type OpenedForm,
  openForm,
  type PendingContent,
  type SubmittedForm,
  withPendingValues,
} from './forms-of-order.ts';
export { askInterface } from './interface-calls.ts';
export { presentForm, presentPendingForm, withComputing, withElementFiles, wrapForm } from './present.ts';
export { formCodeOf, type PublishedForm } from './published-form.ts';
export { listVersionsToProtect, recordProtection } from './queries.ts';
