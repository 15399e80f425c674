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
  const sent: SentStatement[] = [];
  const log = (event: LogEvent) => void sent.push({ text: event.query.sql, values: event.query.parameters });
  // The world's own pool must stay open: this second Kysely instance on it is dropped, not destroyed.
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: world.database.pool }), log });
  await work({ ...world.context, db });
  return sent;
}

/**
 * Returns the one statement that contains these words; if the service no longer sends it, the bench must be
 * changed.
 */
export function statementWith(sent: readonly SentStatement[], words: string): SentStatement {
  const found = sent.filter(({ text }) => text.includes(words));
  const [statement] = found;
  if (!statement || found.length !== 1)
    throw new Error(`${found.length} statements contain “${words}”, but there must be exactly one`);
  return statement;
}
