import type pg from 'pg';
import type { Statement } from './statements.ts';

/** A table's column, such as `halls.name`. */
type Column = string;

const inserts = /\binsert into "?(\w+)"?(?:\s+as\s+\w+)?\s*\(([^()]*)\)/gi;

/** A statement that a database does not accept, the file that sends it, and the error. */
interface BrokenStatement {
  statement: Statement;
  problem: string;
}

/**
 * Returns the statements of a release that a database no longer accepts, with the permissions of the
 * connected user; none is executed.
 */
export async function listBrokenStatements(
  client: pg.Client,
  statements: readonly Statement[],
): Promise<BrokenStatement[]> {
  const required = await columnsOf(client, 'a.attnotnull and not a.atthasdef');
  const broken: BrokenStatement[] = [];
  // One after the other; each failure is undone, so that this also works within a transaction.
  for (const statement of statements) {
    const { text, asking } = statement;
    const refusal = (await refusalOf(client, text)) ?? missingColumnIn(text, required);
    if (refusal === undefined) continue;
    broken.push({ statement, problem: `${asking}: ${refusal}: ${text.trim().slice(0, 120)}` });
  }
  return broken;
}

/** Returns the breaks of a migration as lines for people. */
export async function findBreaks(client: pg.Client, statements: readonly Statement[]): Promise<string[]> {
  return (await listBrokenStatements(client, statements)).map(({ problem }) => problem);
}

/** Returns the columns that may be omitted in the first database but are required in the second. */
export async function findNewlyRequired(before: pg.Client, after: pg.Client): Promise<Column[]> {
  const required = await columnsOf(after, 'a.attnotnull');
  return [...(await columnsOf(before, 'not a.attnotnull'))].filter((column) => required.has(column));
}

/**
 * Returns PostgreSQL's error when it plans a statement: about tables, columns, types, functions and
 * permissions.
 */
async function refusalOf(client: pg.Client, text: string): Promise<string | undefined> {
  await client.query('savepoint looked');
  try {
    await client.query(`explain (generic_plan) ${text}`);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback to savepoint looked');
  }
}

/** Returns a required column that an insert does not set; planning does not detect this. */
function missingColumnIn(text: string, required: ReadonlySet<Column>): string | undefined {
  for (const [, table = '', columnList = ''] of text.matchAll(inserts)) {
    const columns = new Set(
      columnList.split(',').map((name) => `${table}.${name.trim().replaceAll('"', '')}`),
    );
    const missing = [...required].filter((column) => column.startsWith(`${table}.`) && !columns.has(column));
    if (missing.length > 0) return `does not give ${missing.join(', ')}`;
  }
  return undefined;
}

/** Returns the matching columns of our own tables, except those filled by PostgreSQL or a trigger. */
async function columnsOf(client: pg.Client, condition: string): Promise<Set<Column>> {
  const { rows } = await client.query<{ name: Column }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.attidentity = '' and a.attgenerated = '' and ${condition}`,
  );
  return new Set(rows.map(({ name }) => name));
}
