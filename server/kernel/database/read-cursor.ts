import { CompiledQuery } from 'kysely';
import { assemble, type Fragment, plainText } from './fragment.ts';
import type { Db } from './transaction.ts';

/** Number of rows fetched at a time: enough for few round trips, and little memory. */
const batchRows = 500;

/**
 * Yields the rows of a statement in batches, by a cursor in one snapshot: whatever is written meanwhile, no
 * row is repeated or missing, and memory does not grow with their number. The connection is released when the
 * reader has all rows, stops early or fails.
 */
export async function* readByCursor<Row>(
  db: Db,
  statement: Fragment<Row>,
  rowsAtOnce: number = batchRows,
): AsyncGenerator<Row[], void, void> {
  const snapshot = await beginSnapshot(db);
  try {
    const { text, parameters } = assemble(statement);
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

/**
 * Yields the same for a list that is read page by page: for short lists, because each page skips the rows
 * before it.
 */
export async function* readByPages<Row>(
  db: Db,
  readPage: (snapshot: Db, page: { limit: number; offset: number }) => Promise<Row[]>,
  maxRows: number,
): AsyncGenerator<Row[], void, void> {
  const snapshot = await beginSnapshot(db);
  try {
    for (let offset = 0; offset < maxRows; ) {
      const limit = Math.min(batchRows, maxRows - offset);
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

/** Ends the snapshot by a rollback, because nothing was written; also if the list was not read to its end. */
async function end(snapshot: Awaited<ReturnType<typeof beginSnapshot>>): Promise<void> {
  await snapshot
    .rollback()
    .execute()
    .catch(() => undefined);
}
