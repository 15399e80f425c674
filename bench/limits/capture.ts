import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type { Context } from '#server/framework/context.ts';
import type { Tables } from '#server/kernel/database/tables.ts';
import type { World } from '../world/world.ts';

/** A statement as the service sent it. */
export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

/** Runs a service with a context whose database records every statement; returns them in the order sent. */
export async function capture(
  world: World,
  work: (context: Context) => Promise<unknown>,
): Promise<SentStatement[]> {
  const statements: SentStatement[] = [];
  const log = (event: LogEvent) =>
    void statements.push({ text: event.query.sql, values: event.query.parameters });
  // The world's own pool must stay open: this second Kysely instance on it is dropped, not destroyed.
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: world.database.pool }), log });
  await work({ ...world.context, db });
  return statements;
}

/**
 * Returns the one statement that contains this text; if the service no longer sends it, the bench must be
 * changed.
 */
export function statementWith(statements: readonly SentStatement[], text: string): SentStatement {
  const matches = statements.filter((statement) => statement.text.includes(text));
  const [statement] = matches;
  if (!statement || matches.length !== 1)
    throw new Error(`${matches.length} statements contain “${text}”, but there must be exactly one`);
  return statement;
}
