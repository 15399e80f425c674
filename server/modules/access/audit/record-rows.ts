import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { type AuditEntry, nextRecord } from './chain.ts';
import { type CoveredTable, coveredTables } from './covered-tables.ts';
import { lockChain } from './lock-chain.ts';
import { insertAuditRecords } from './queries.ts';
import { type Digests, digestOfRows } from './record-digests.ts';
import * as queries from './record-rows.queries.ts';

/** The chain whose records contain the digests of rows outside of orders. */
export const recordChain = 'record';
/** Digest of an object that has no rows. */
export const deletedObjectDigest = '-';
const baselineAction = 'record.baseline';
const adoptedAction = 'record.adopted';
/** Number of objects in one record. */
const objectsPerRecord = 500;
const dayMs = 86_400_000;

export const coveredObjectId = ({ table, key }: queries.CoveredObject) => `${table}:${key}`;

/** Returns digests of some objects of a table from their present rows; those without rows count as gone. */
export async function digestsOfObjects(
  db: Db,
  covered: CoveredTable,
  keys: readonly string[],
): Promise<Digests> {
  const rows = Map.groupBy(await queries.listCoveredRows(db, covered, keys), ({ record_key }) => record_key);
  const ignored = new Set([...covered.ignored, 'record_key']);
  return Object.fromEntries(
    keys.map((key) => {
      const rowsOfObject = rows.get(key);
      return [
        coveredObjectId({ table: covered.table, key }),
        rowsOfObject ? digestOfRows(rowsOfObject, ignored) : deletedObjectDigest,
      ];
    }),
  );
}

async function digestsOf(db: Db, objects: readonly queries.CoveredObject[]): Promise<Digests> {
  const digests: Digests = {};
  for (const covered of coveredTables) {
    const keys = new Set(objects.filter(({ table }) => table === covered.table).map(({ key }) => key));
    if (keys.size > 0) Object.assign(digests, await digestsOfObjects(db, covered, [...keys]));
  }
  return digests;
}

/**
 * Writes an audit record with the digests of changed objects. The chain is locked before the rows are read,
 * so that of two changes of one object the later record has both.
 */
async function appendObjects(
  tx: Tx,
  context: Pick<Context, 'crypto'>,
  objects: readonly queries.CoveredObject[],
  entry: Omit<AuditEntry, 'digests'>,
): Promise<void> {
  let head = await lockChain(tx, recordChain);
  for (let start = 0; start === 0 || start < objects.length; start += objectsPerRecord) {
    const digests = await digestsOf(tx, objects.slice(start, start + objectsPerRecord));
    const record = nextRecord(head, { ...entry, digests }, context.crypto);
    await insertAuditRecords(tx, [record]);
    head = record;
  }
}

/** Records the changes of this transaction in covered rows, under the action to which they belong. */
export async function recordOwnChanges(
  tx: Tx,
  context: Pick<Context, 'crypto'>,
  entry: AuditEntry,
): Promise<void> {
  const objects = await queries.drainOwnChanges(tx);
  if (objects.length === 0) return;
  await appendObjects(tx, context, objects, {
    ...entry,
    action: 'record.changed',
    objectKind: 'record',
    objectId: '',
    detail: { act: entry.action, things: objects.length },
  });
}

/**
 * Records once the point from which rows are compared with the chain; after an upgrade, records the rows
 * written by migrations and by seeding, which are the only writes without an action. `firstSeedTransaction` is the first
 * transaction of the seeding in this start. Rows written by anything else will be found by the verification.
 */
export async function recordUnauditedRows(
  context: Pick<Context, 'db' | 'crypto' | 'now'>,
  firstSeedTransaction: string | undefined,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockChain(tx, recordChain);
    const schema = await queries.findNewestMigration(tx);
    const now = context.now();
    const entry = {
      at: now,
      staffId: null,
      staffName: '',
      objectKind: 'installation',
      objectId: '',
      requestId: 'start',
    };
    const lastBaseline = await queries.findLastBaseline(tx, [baselineAction, adoptedAction]);
    if (!lastBaseline) {
      await queries.drainAllChanges(tx);
      const objects = await listAllObjects(tx);
      await appendObjects(tx, context, objects, {
        ...entry,
        action: baselineAction,
        detail: { schema, things: objects.length },
      });
      return;
    }
    const isNewer = lastBaseline.schema !== schema;
    const objects = [
      ...(isNewer ? await queries.drainMigrationChanges(tx) : []),
      ...(firstSeedTransaction === undefined
        ? []
        : await queries.drainChangesSince(tx, firstSeedTransaction)),
      // While servers are updated one by one, those with the version before do not write this chain.
      ...(isNewer || now.getTime() - lastBaseline.at.getTime() < dayMs
        ? await queries.drainAuditedChanges(tx)
        : []),
    ];
    if (objects.length === 0 && !isNewer) return;
    await appendObjects(tx, context, objects, {
      ...entry,
      action: adoptedAction,
      detail: { schema, things: objects.map(coveredObjectId).slice(0, objectsPerRecord) },
    });
  });
}

async function listAllObjects(db: Db): Promise<queries.CoveredObject[]> {
  const objects: queries.CoveredObject[] = [];
  for (const covered of coveredTables)
    for await (const keys of allKeys(db, covered))
      objects.push(...keys.map((key) => ({ table: covered.table, key })));
  return objects;
}

/** Yields the keys of a table's objects in batches. */
export async function* allKeys(db: Db, covered: CoveredTable): AsyncGenerator<string[], void, void> {
  let after: string | undefined;
  for (;;) {
    const keys = await queries.listKeysAfter(db, covered, after, objectsPerRecord);
    if (keys.length > 0) yield keys;
    if (keys.length < objectsPerRecord) return;
    after = keys.at(-1);
  }
}

export const isBaseline = (action: string): boolean => action === baselineAction;
export { findCurrentTransaction } from './record-rows.queries.ts';
