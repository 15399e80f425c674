import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { type AuditEntry, nextLink } from './chain.ts';
import { type CoveredTable, coveredTables } from './covered-tables.ts';
import { lockChain } from './lock-chain.ts';
import { insertLinks } from './queries.ts';
import { type Digests, digestOfRows } from './record-digests.ts';
import * as queries from './record-rows.queries.ts';

/** The chain whose links carry the digests of rows outside of orders. */
export const recordChain = 'record';
/** Of a thing that has no rows. */
export const goneThing = '-';
const baseline = 'record.baseline';
const adopted = 'record.adopted';
/** As many things in one link. */
const linkThings = 500;
const dayMs = 86_400_000;

export const nameOfThing = ({ table, key }: queries.Thing) => `${table}:${key}`;

/** Returns digests of some objects of a table from their present rows; those without rows count as gone. */
export async function digestsOfThings(
  db: Db,
  covered: CoveredTable,
  keys: readonly string[],
): Promise<Digests> {
  const rows = Map.groupBy(await queries.listCoveredRows(db, covered, keys), ({ record_key }) => record_key);
  const ignored = new Set([...covered.ignored, 'record_key']);
  return Object.fromEntries(
    keys.map((key) => {
      const mine = rows.get(key);
      return [nameOfThing({ table: covered.table, key }), mine ? digestOfRows(mine, ignored) : goneThing];
    }),
  );
}

async function digestsOf(db: Db, things: readonly queries.Thing[]): Promise<Digests> {
  const digests: Digests = {};
  for (const covered of coveredTables) {
    const keys = new Set(things.filter(({ table }) => table === covered.table).map(({ key }) => key));
    if (keys.size > 0) Object.assign(digests, await digestsOfThings(db, covered, [...keys]));
  }
  return digests;
}

/**
 * Writes an audit record with the digests of changed objects. The chain is locked before the rows are read,
 * so that of two changes of one object the later record has both.
 */
async function appendThings(
  tx: Tx,
  context: Pick<Context, 'crypto'>,
  things: readonly queries.Thing[],
  entry: Omit<AuditEntry, 'digests'>,
): Promise<void> {
  let head = await lockChain(tx, recordChain);
  for (let at = 0; at === 0 || at < things.length; at += linkThings) {
    const digests = await digestsOf(tx, things.slice(at, at + linkThings));
    const link = nextLink(head, { ...entry, digests }, context.crypto);
    await insertLinks(tx, [link]);
    head = link;
  }
}

/** Puts what this transaction has changed of the covered rows on the record, under the act that it belongs to. */
export async function recordOwnChanges(
  tx: Tx,
  context: Pick<Context, 'crypto'>,
  act: AuditEntry,
): Promise<void> {
  const things = await queries.takeOwnChanges(tx);
  if (things.length === 0) return;
  await appendThings(tx, context, things, {
    ...act,
    action: 'record.changed',
    objectKind: 'record',
    objectId: '',
    detail: { act: act.action, things: things.length },
  });
}

/**
 * Marks once the point from which present rows are compared with the chain; after an upgrade, takes over the rows that
 * migrations and the steps of seeding have written, which is all that the portal writes without an act. `seeded`: the
 * transaction from which on a step was at work in this start. Rows that anything else has written stay to be found.
 */
export async function adoptRows(
  context: Pick<Context, 'db' | 'crypto' | 'now'>,
  seeded: string | undefined,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockChain(tx, recordChain);
    const schema = await queries.newestSchema(tx);
    const now = context.now();
    const entry = {
      at: now,
      staffId: null,
      staffName: '',
      objectKind: 'installation',
      objectId: '',
      requestId: 'start',
    };
    const mark = await queries.findLastMark(tx, [baseline, adopted]);
    if (!mark) {
      await queries.takeAllChanges(tx);
      const things = await listAllThings(tx);
      await appendThings(tx, context, things, {
        ...entry,
        action: baseline,
        detail: { schema, things: things.length },
      });
      return;
    }
    const isNewer = mark.schema !== schema;
    const things = [
      ...(isNewer ? await queries.takeChangesOfMigrations(tx) : []),
      ...(seeded === undefined ? [] : await queries.takeChangesSince(tx, seeded)),
      // While servers are changed one by one, those of the version before do not write this chain.
      ...(isNewer || now.getTime() - mark.at.getTime() < dayMs ? await queries.takeChangesWithLink(tx) : []),
    ];
    if (things.length === 0 && !isNewer) return;
    await appendThings(tx, context, things, {
      ...entry,
      action: adopted,
      detail: { schema, things: things.map(nameOfThing).slice(0, linkThings) },
    });
  });
}

async function listAllThings(db: Db): Promise<queries.Thing[]> {
  const things: queries.Thing[] = [];
  for (const covered of coveredTables)
    for await (const keys of allKeys(db, covered))
      things.push(...keys.map((key) => ({ table: covered.table, key })));
  return things;
}

/** The keys of a table's things, in batches. */
export async function* allKeys(db: Db, covered: CoveredTable): AsyncGenerator<string[], void, void> {
  let after: string | undefined;
  for (;;) {
    const keys = await queries.listKeysAfter(db, covered, after, linkThings);
    if (keys.length > 0) yield keys;
    if (keys.length < linkThings) return;
    after = keys.at(-1);
  }
}

export const isBaseline = (action: string): boolean => action === baseline;
export { currentTransaction } from './record-rows.queries.ts';
