import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Returns facts about the database server, and by how many milliseconds our clock is ahead of its clock. */
export async function readServer(
  db: Db,
): Promise<{ version: string; encoding: string; aheadMs: number; isReadOnly: boolean }> {
  const startedAt = Date.now();
  const { rows } = await sql<{ version: string; encoding: string; at: Date; isReadOnly: boolean }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      clock_timestamp() as at,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly"`.execute(
    db,
  );
  // The server read its clock about halfway through the request.
  const ours = (startedAt + Date.now()) / 2;
  const { version = '', encoding = '', at = new Date(ours), isReadOnly = false } = rows[0] ?? {};
  return { version, encoding, aheadMs: Math.round(ours - at.getTime()), isReadOnly };
}

const tuningSettings = [
  'wal_compression',
  'checkpoint_timeout',
  'max_wal_size',
  'random_page_cost',
  'jit',
  'autovacuum',
] as const;

/** Settings of the database server that affect its speed, in PostgreSQL's own units (seconds, megabytes). */
export type Tuning = Readonly<Record<(typeof tuningSettings)[number], string>>;

export async function readTuning(db: Db): Promise<Tuning> {
  const { rows } = await sql<{ name: keyof Tuning; setting: string }>`
    select name, setting from pg_settings where name = any(${[...tuningSettings]}::text[])`.execute(db);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting])) as Tuning;
}

export interface MissingGrant {
  object: string;
  right: string;
  statement: string;
}

/**
 * Returns the permissions of `grantPortalRole` for daily work that a role does not have; none for a database
 * without tables. Ignores the permissions on the audit log and on the tables of the installation that the role must
 * not have.
 */
export async function listMissingGrants(db: Db, role: string): Promise<MissingGrant[]> {
  const { rows } = await sql<MissingGrant>`
    with schemas as (
      select oid, nspname from pg_namespace where nspname in ('public', 'graphile_worker')
        and exists (select from pg_class c where c.relnamespace = pg_namespace.oid and c.relkind = 'r')
    ), wanted as materialized (
      -- Materialized, so that the privilege of a sequence is never checked for an object of another kind.
      select 1 as rank, s.oid as schema, 0::oid as object, quote_ident(s.nspname) as name, 'usage' as right_, 'schema' as kind
      from schemas s
      union all
      select 2, s.oid, c.oid, format('%I.%I', s.nspname, c.relname), r.right_, 'table'
      from schemas s join pg_class c on c.relnamespace = s.oid and c.relkind in ('r', 'p')
        cross join (values ('select'), ('insert'), ('update'), ('delete')) r (right_)
      where (r.right_ = 'select' or c.relname <> 'schema_migrations')
        and (r.right_ in ('select', 'insert') or c.relname not in ('audit_links', 'audit_anchors', 'installation', 'installation_keys'))
        and (r.right_ <> 'delete' or c.relname <> 'audit_heads')
      union all
      select 3, s.oid, c.oid, format('%I.%I', s.nspname, c.relname), 'usage', 'sequence'
      from schemas s join pg_class c on c.relnamespace = s.oid and c.relkind = 'S'
    )
    select name as object, right_ as right,
      format('grant %s on %s %s to %I;', right_, kind, name, ${role}::text) as statement
    from wanted
    where not case kind
      when 'schema' then has_schema_privilege(${role}, schema, right_)
      when 'table' then has_table_privilege(${role}, object, right_)
      else has_sequence_privilege(${role}, object, right_) end
    order by rank, name, right_`.execute(db);
  return rows;
}
