import type { Actor } from '#domain/access/actor.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import type { PartChange } from '#domain/part-change.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { candidateKeysOf, problemOfMissing } from '#domain/workflow/publishing/candidate-keys.ts';
import { formsOfProcess, lintBindings } from '#domain/workflow/publishing/lint-bindings.ts';
import { lintRules, rulesOfProcess } from '#domain/workflow/publishing/lint-rules.ts';
import { definitionChanges } from '#domain/workflow/steps/definition-changes.ts';

import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { refuseOverwriting } from '#server/modules/access/audit/service.ts';
import { lockAccounts } from '#server/modules/access/rights/service.ts';
import { findLatestForms } from '#server/modules/design/forms/service.ts';
import { findUsableRules, lockRules } from '#server/modules/design/rules/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import {
  findMissingKeys,
  findNewestProcess,
  findNewestProcessFile,
  findProcess,
  insertProcess,
  listProcesses,
  lockKey,
} from './queries.ts';
import { type ParsedProcess, readProcess, readProcesses } from './read-process.ts';
import { resolveHandlers } from './resolve-handlers.ts';

export interface PublishedProcess {
  id: string;
  key: string;
  version: number;
  name: string;
  xml: string;
  definition: ProcessDefinition;
}

/** Published versions never change, so each server process caches the ones that it has read, for each database. */
const cache = new WeakMap<Db, Map<string, PublishedProcess>>();

/**
 * Finds a published version; `connection` is the current transaction, so that it never waits for a second
 * connection. The transaction of a publication must not be used, because its version is not yet committed.
 */
export async function findPublishedProcess(
  db: Db,
  id: string,
  connection: Db = db,
): Promise<PublishedProcess | undefined> {
  const processesById = cache.get(db) ?? new Map<string, PublishedProcess>();
  cache.set(db, processesById);
  const cached = processesById.get(id);
  if (cached) return cached;
  const row = await findProcess(connection, id);
  if (!row) return undefined;
  const { key, version, name, xml, definition } = row;
  const process = { id, key, version, name, xml, definition };
  processesById.set(id, process);
  return process;
}

/** Returns a published version of a process; it must exist, so its absence is an error. */
export async function getPublishedProcess(
  db: Db,
  id: string,
  connection: Db = db,
): Promise<PublishedProcess> {
  const process = await findPublishedProcess(db, id, connection);
  if (!process) throw new Error(`Process definition ${id} is missing`);
  return process;
}

/** Finds the newest version of a process by its key. */
export async function findNewestPublished(db: Db, key: string): Promise<PublishedProcess | undefined> {
  const row = await findNewestProcess(db, key);
  if (!row) return undefined;
  const { id, version, name, xml, definition } = row;
  return { id, key, version, name, xml, definition };
}

export function listPublishedProcesses(db: Db) {
  return listProcesses(db);
}

/** Evaluates a FEEL condition of a sequence flow; shared, because it caches parsed conditions. */
export const evaluateCondition = createConditionEvaluator();

/**
 * Returns every problem that prevents publishing the file, and the filled-in and ignored parts, with the
 * element's name in each message; and the changes against the current version.
 */
export async function checkProcess(db: Db, xml: string, requester: string) {
  const { definition, problems, hints, forms } = await adaptToOffice(db, await readProcess(xml, requester));
  if (!definition) return { problems, hints, process: null, changes: [] };
  const latest = await findNewestProcessFile(db, definition.key);
  const current = latest && (await getPublishedProcess(db, latest.id));
  return {
    problems,
    hints,
    process: { key: definition.key, name: definition.name, current: current?.version ?? null },
    changes: await changesAgainst(db, current, definition, forms),
  };
}

/**
 * Returns the file as this office would publish it, with handlers of the office, and its problems.
 */
async function adaptToOffice(
  db: Db,
  parsed: ParsedProcess,
): Promise<
  Pick<ParsedProcess, 'definition' | 'problems' | 'hints'> & { forms: ReadonlyMap<string, CompiledForm> }
> {
  if (!parsed.definition) return { ...parsed, forms: new Map() };
  const { definition, ...resolved } = await resolveHandlers(db, parsed.definition, parsed.modellerNodes);
  const forms = await findFormsOfProcess(db, definition);
  const keys = candidateKeysOf(definition);
  const missing = await findMissingKeys(db, [...keys.keys()]);
  const missingProblems = missing.flatMap(
    (key) => keys.get(key)?.map((place) => problemOfMissing(place, key)) ?? [],
  );
  return {
    definition,
    forms,
    problems: [
      ...parsed.problems,
      ...lintBindings(definition, forms),
      ...(await problemsOfRules(db, definition, forms)),
      ...missingProblems,
    ],
    hints: [...parsed.hints, ...resolved.hints],
  };
}

/** Checks the rules of the library that the process uses; reads them only if it uses one. */
async function problemsOfRules(
  db: Db,
  definition: ProcessDefinition,
  forms: ReadonlyMap<string, CompiledForm>,
) {
  if (rulesOfProcess(definition).length === 0) return [];
  return lintRules(definition, forms, await findUsableRules(db));
}

/** A version that was published, with its changes against the previous one. */
type PublishedProcessVersion = Awaited<ReturnType<typeof insertProcess>> & {
  changes: readonly PartChange[];
};

/** Returns the changes against the version before, with fields named by the titles of both versions' forms. */
async function changesAgainst(
  db: Db,
  former: { definition: ProcessDefinition } | undefined,
  definition: ProcessDefinition,
  forms: ReadonlyMap<string, CompiledForm>,
): Promise<PartChange[]> {
  if (!former) return [];
  const formerForms = await findFormsOfProcess(db, former.definition);
  return definitionChanges(former.definition, definition, new Map([...formerForms, ...forms]));
}

/** Finds the newest published version of the forms that a process uses. */
async function findFormsOfProcess(
  db: Db,
  definition: ProcessDefinition,
): Promise<ReadonlyMap<string, CompiledForm>> {
  const latest = await findLatestForms(db, formsOfProcess(definition));
  return new Map([...latest].map(([code, { form }]) => [code, form]));
}

/**
 * Publishes a BPMN file as the next version of its key; running orders keep their version. An unchanged file is not
 * published again. The file is read before the transaction, because a transaction occupies a connection. Office and
 * roles are locked until the version is stored: a concurrent deletion of a handler is detected here, or the deletion
 * detects the new reference.
 */
export async function publishProcess(
  tx: Tx,
  context: Pick<Context, 'now'>,
  actor: Pick<Actor, 'name'>,
  parsed: ParsedProcess,
  over?: number,
): Promise<PublishedProcessVersion | Refusal<'definitionInvalid' | 'dataChanged'>> {
  const { xml } = parsed;
  await lockOfficeParts(tx);
  await lockAccounts(tx);
  if (parsed.definition && rulesOfProcess(parsed.definition).length > 0) await lockRules(tx);
  const { definition, problems, forms } = await adaptToOffice(tx, parsed);
  if (problems.length > 0) return refuse('definitionInvalid', { problems });
  if (!definition) throw new Error('A process definition without validation problems could not be read');
  await lockKey(tx, definition.key);
  const latest = await findNewestProcessFile(tx, definition.key);
  if (latest?.xml === xml) return { ...latest, changes: [] };
  const currentVersion = latest?.version ?? 0;
  const refusal = await refuseOverwriting(tx, {
    over,
    current: currentVersion,
    title: '流程',
    lastChange: latest && { name: latest.published_by, at: latest.published_at },
    verb: `发布第 ${currentVersion} 版`,
  });
  if (refusal) return refusal;
  const previous = latest && (await findProcess(tx, latest.id));
  const row = await insertProcess(tx, {
    definition,
    version: currentVersion + 1,
    xml,
    publishedAt: context.now(),
    publishedBy: actor.name,
  });
  return { ...row, changes: await changesAgainst(tx, previous, definition, forms) };
}

export { listNewestDefinitions, listNewestProcesses } from './queries.ts';
export { type ParsedProcess, readProcess, readProcesses };

/** Returns the diagram of a version; it never changes, so the browser may cache it. */
export async function readProcessXml(db: Db, id: string) {
  const process = await findPublishedProcess(db, id);
  if (!process) return refuse('notFound');
  const { key, version, xml } = process;
  return { id, key, version, xml };
}

export function presentProcess(row: Awaited<ReturnType<typeof insertProcess>>) {
  const { id, key, version, name } = row;
  return {
    id,
    key,
    version,
    name,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.published_by,
  };
}
