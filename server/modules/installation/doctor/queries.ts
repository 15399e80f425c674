import { sql } from 'kysely';
import type { Db } from '#server/database/transaction.ts';

/** What the server says of itself, and how far our clock is ahead of its own. */
export async function readServer(db: Db): Promise<{ version: string; encoding: string; aheadMs: number }> {
  const asked = Date.now();
  const { rows } = await sql<{ version: string; encoding: string; at: Date }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      clock_timestamp() as at`.execute(db);
  // The server looked at its clock about half way.
  const ours = (asked + Date.now()) / 2;
  const { version = '', encoding = '', at = new Date(ours) } = rows[0] ?? {};
  return { version, encoding, aheadMs: Math.round(ours - at.getTime()) };
}
