import type { Actor } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { createConditionTest } from '#domain/workflow/conditions/condition.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { keysNamed, problemOfMissing } from '#domain/workflow/publishing/keys-named.ts';
import { formsBound, lintBindings } from '#domain/workflow/publishing/lint-bindings.ts';
import { definitionChanges } from '#domain/workflow/steps/definition-changes.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { refuseUnseen } from '#server/modules/access/audit/service.ts';
import { turnOfAccounts } from '#server/modules/access/rights/service.ts';
import { latestForms } from '#server/modules/design/forms/service.ts';
import { holdOffice } from '#server/modules/organisation/office/service.ts';
import {
  findLatestProcess,
  findMissingKeys,
  findNewestProcess,
  findProcess,
  insertProcess,
  listProcesses,
  lockKey,
} from './queries.ts';
import { type ReadProcess, readProcess, readProcesses } from './read-process.ts';
import { settleHandlers } from './settle-handlers.ts';

export interface PublishedProcess {
  id: string;
  key: string;
  version: number;
  name: string;
  xml: string;
  definition: ProcessDefinition;
}

/** Published versions never change, so each server process keeps those it has read, for each database it talks to. */
const known = new WeakMap<Db, Map<string, PublishedProcess>>();

/** `via` is the transaction that asks, so that it never waits for a second connection; not for the one that publishes. */
export async function findPublishedProcess(
  db: Db,
  id: string,
  via: Db = db,
): Promise<PublishedProcess | undefined> {
  const mine = known.get(db) ?? new Map<string, PublishedProcess>();
  known.set(db, mine);
  const kept = mine.get(id);
  if (kept) return kept;
  const row = await findProcess(via, id);
  if (!row) return undefined;
  const { key, version, name, xml, definition } = row;
  const process = { id, key, version, name, xml, definition };
  mine.set(id, process);
  return process;
}

/**
 * Returns the definition that an order runs on; its existence is an invariant, so its absence is an error.
 */
export async function getPublishedProcess(db: Db, id: string, via: Db = db): Promise<PublishedProcess> {
  const process = await findPublishedProcess(db, id, via);
  if (!process) throw new Error(`Process definition ${id} is missing`);
  return process;
}

/** The newest version of a process, if there is one of that key. */
export async function findNewestPublished(db: Db, key: string): Promise<PublishedProcess | undefined> {
  const row = await findNewestProcess(db, key);
  if (!row) return undefined;
  const { id, version, name, xml, definition } = row;
  return { id, key, version, name, xml, definition };
}

export function listPublishedProcesses(db: Db) {
  return listProcesses(db);
}

/** Tests a FEEL condition of a sequence flow; shared, for it keeps what it has parsed. */
export const testCondition = createConditionTest();

/**
 * Everything that stands against publishing the file, and what was filled in or passed over, with the element's name in
 * each message; and what it changes against the version that counts.
 */
export async function checkProcess(db: Db, xml: string, asker: string) {
  const { definition, problems, hints } = await settle(db, await readProcess(xml, asker));
  if (!definition) return { problems, hints, process: null, changes: [] };
  const latest = await findLatestProcess(db, definition.key);
  const current = latest && (await getPublishedProcess(db, latest.id));
  return {
    problems,
    hints,
    process: { key: definition.key, name: definition.name, current: current?.version ?? null },
    changes: current ? definitionChanges(current.definition, definition) : [],
  };
}

/** The file as this office takes it: with the handlers that are here, and what stands against it beside its forms. */
async function settle(
  db: Db,
  read: ReadProcess,
): Promise<Pick<ReadProcess, 'definition' | 'problems' | 'hints'>> {
  if (!read.definition) return read;
  const { definition, ...settled } = await settleHandlers(db, read.definition, read.makerNodes);
  const found = await latestForms(db, formsBound(definition));
  const forms = new Map([...found].map(([code, { form }]) => [code, form]));
  const keys = keysNamed(definition);
  const missing = await findMissingKeys(db, [...keys.keys()]);
  const ofMissing = missing.flatMap((key) => keys.get(key)?.map((at) => problemOfMissing(at, key)) ?? []);
  return {
    definition,
    problems: [...read.problems, ...lintBindings(definition, forms), ...ofMissing],
    hints: [...read.hints, ...settled.hints],
  };
}

/**
 * Publishes a BPMN file as the next version of its key; orders that run stay on theirs. The same file again changes
 * nothing. The file is read before the transaction, which holds a connection. Whom it names is there until it is written:
 * office and roles wait, so that what is deleted meanwhile is missed here, or found to be named there.
 */
export async function publishProcess(
  tx: Tx,
  context: Pick<Context, 'now'>,
  actor: Pick<Actor, 'name'>,
  read: ReadProcess,
  over?: number,
): Promise<Awaited<ReturnType<typeof insertProcess>> | Refusal<'definitionInvalid' | 'dataChanged'>> {
  const { xml } = read;
  await holdOffice(tx);
  await turnOfAccounts(tx);
  const { definition, problems } = await settle(tx, read);
  if (problems.length > 0) return refuse('definitionInvalid', { problems });
  if (!definition) throw new Error('A definition without problems was not read');
  await lockKey(tx, definition.key);
  const latest = await findLatestProcess(tx, definition.key);
  if (latest?.xml === xml) return latest;
  const standing = latest?.version ?? 0;
  const unseen = await refuseUnseen(tx, {
    over,
    standing,
    title: '流程',
    by: latest && { name: latest.published_by, at: latest.published_at },
    done: `发布第 ${standing} 版`,
  });
  if (unseen) return unseen;
  return insertProcess(tx, {
    definition,
    version: standing + 1,
    xml,
    publishedAt: context.now(),
    publishedBy: actor.name,
  });
}

export { listNewestProcesses } from './queries.ts';
export { type ReadProcess, readProcess, readProcesses };

/** The diagram of a version; it never changes, so the browser may keep it. */
export async function processXml(db: Db, id: string) {
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
