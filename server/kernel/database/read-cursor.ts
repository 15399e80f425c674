import { CompiledQuery } from 'kysely';
import { assembled, type Fragment, plainText } from './fragment.ts';
import type { Db } from './transaction.ts';

/** Rows that are fetched at a time: enough to make the round trips cheap, few enough to be forgotten at once. */
const batchRows = 500;

/**
 * The rows of a statement in batches, by a cursor in one snapshot: whatever is written meanwhile, no row comes twice and
 * none is left out, and the memory does not grow with their number. The connection is given back when the reader has all
 * of them, stops early or fails.
 */
export async function* readByCursor<Row>(
  db: Db,
  statement: Fragment<Row>,
  rowsAtOnce: number = batchRows,
): AsyncGenerator<Row[], void, void> {
  const snapshot = await beginSnapshot(db);
  try {
    const { text, parameters } = assembled(statement);
    await snapshot.executeQuery(
      CompiledQuery.raw(`declare rows_wanted no scroll cursor for ${text}`, parameters),
    );
    const fetch = plainText(`fetch ${rowsAtOnce} from rows_wanted`) as Fragment<Row>;
    for (;;) {
      const { rows } = await fetch.execute(snapshot);
      if (rows.length > 0) yield rows;
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    await end(snapshot);
  }
}

/** The same of a list that is read page by page: for short ones, since each page reads over those before it. */
export async function* readByPages<Row>(
  db: Db,
  readPage: (snapshot: Db, page: { limit: number; offset: number }) => Promise<Row[]>,
  atMost: number,
): AsyncGenerator<Row[], void, void> {
  const snapshot = await beginSnapshot(db);
  try {
    for (let offset = 0; offset < atMost; ) {
      const limit = Math.min(batchRows, atMost - offset);
      const rows = await readPage(snapshot, { limit, offset });
      if (rows.length > 0) yield rows;
      if (rows.length < limit) return;
      offset += limit;
    }
  } finally {
    await end(snapshot);
  }
}

function beginSnapshot(db: Db) {
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
}

/**
 * Ends the snapshot by a rollback, since nothing was written; it is the same for a list that was not read to its end.
 */
async function end(snapshot: Awaited<ReturnType<typeof beginSnapshot>>): Promise<void> {
  await snapshot
    .rollback()
    .execute()
    .catch(() => undefined);
}
