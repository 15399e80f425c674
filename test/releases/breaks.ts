import type pg from 'pg';
import type { Statement } from './statements.ts';

/** A table's column, as `halls.name`. */
type Column = string;

const inserts = /\binsert into "?(\w+)"?(?:\s+as\s+\w+)?\s*\(([^()]*)\)/gi;

/** A statement that a database does not do, and who asks for it with what answer. */
interface Broken {
  statement: Statement;
  complaint: string;
}

/**
 * Returns the statements of a release that a database no longer accepts, with the rights of the connected user; nothing
 * is run.
 */
export async function listBroken(client: pg.Client, statements: readonly Statement[]): Promise<Broken[]> {
  const required = await columnsOf(client, 'a.attnotnull and not a.atthasdef');
  const broken: Broken[] = [];
  // One after the other; each is undone where it fails, so that it works within a transaction too.
  for (const statement of statements) {
    const { text, asking } = statement;
    const refusal = (await refusalOf(client, text)) ?? missingIn(text, required);
    if (refusal === undefined) continue;
    broken.push({ statement, complaint: `${asking}: ${refusal}: ${text.trim().slice(0, 120)}` });
  }
  return broken;
}

/** Returns the breaks of a migration as lines for its reader. */
export async function findBreaks(client: pg.Client, statements: readonly Statement[]): Promise<string[]> {
  return (await listBroken(client, statements)).map(({ complaint }) => complaint);
}

/** Returns the columns that may be left empty in the one database and have to be given in the other. */
export async function findNewlyRequired(before: pg.Client, after: pg.Client): Promise<Column[]> {
  const required = await columnsOf(after, 'a.attnotnull');
  return [...(await columnsOf(before, 'not a.attnotnull'))].filter((column) => required.has(column));
}

/** Returns PostgreSQL's error for the plan of a statement: about tables, columns, types, functions and rights. */
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

/**
 * Returns the required column that an insert lacks: a plan does not show it; the columns that the insert
 * names do.
 */
function missingIn(text: string, required: ReadonlySet<Column>): string | undefined {
  for (const [, table = '', named = ''] of text.matchAll(inserts)) {
    const given = new Set(named.split(',').map((name) => `${table}.${name.trim().replaceAll('"', '')}`));
    const missing = [...required].filter((column) => column.startsWith(`${table}.`) && !given.has(column));
    if (missing.length > 0) return `does not give ${missing.join(', ')}`;
  }
  return undefined;
}

/**
 * Returns the matching columns of our own tables; those that PostgreSQL or a trigger fills are given by no
 * statement.
 */
async function columnsOf(client: pg.Client, such: string): Promise<Set<Column>> {
  const { rows } = await client.query<{ name: Column }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.attidentity = '' and a.attgenerated = '' and ${such}`,
  );
  return new Set(rows.map(({ name }) => name));
}
