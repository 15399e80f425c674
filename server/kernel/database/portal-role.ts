import { sql } from 'kysely';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { type Db, inTransaction } from './transaction.ts';

/** Returns the role of a connection. */
export async function roleOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}

/**
 * Grants the portal's role its permissions on objects of the owner's role, and no more: it may insert and
 * read audit records and anchors but never update, delete or truncate them, and cannot drop the triggers that
 * enforce this, because it owns nothing. Neither can it turn a demo database into a production one. Runs at
 * every start, after the migrations.
 */
export async function grantPortalRole(owner: Db, portal: string): Promise<void> {
  await inTransaction(owner, async (tx) => {
    const { rows } = await sql<{ owning: boolean }>`
      select rolsuper or pg_has_role(rolname, current_user, 'member') as owning
      from pg_roles where rolname = ${portal}`.execute(tx);
    if (rows[0]?.owning !== false)
      throw new StartupError(
        `DATABASE_URL 的数据库角色 ${portal} 是超级用户，或与 DATABASE_OWNER_URL 的角色相同或属于它，审计表不能受到保护。请另建一个普通角色。`,
        `The role ${portal} of DATABASE_URL is a superuser, or is the role of DATABASE_OWNER_URL or a member of it: use a separate role without these permissions.`,
      );
    const role = sql.id(portal);
    const grantedSchemas = ['public', 'graphile_worker'];
    for (const schema of grantedSchemas) {
      await sql`grant usage on schema ${sql.id(schema)} to ${role}`.execute(tx);
      await sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${role}`.execute(
        tx,
      );
      await sql`grant usage, select on all sequences in schema ${sql.id(schema)} to ${role}`.execute(tx);
      await sql`grant execute on all functions in schema ${sql.id(schema)} to ${role}`.execute(tx);
    }
    await sql`revoke update, delete, truncate on audit_links, audit_anchors from ${role}`.execute(tx);
    await sql`revoke delete, truncate on audit_heads from ${role}`.execute(tx);
    await sql`revoke insert, update, delete, truncate on schema_migrations from ${role}`.execute(tx);
    // The mode of the database and its keys are written only once.
    await sql`revoke update, delete, truncate on installation, installation_keys from ${role}`.execute(tx);
    // Row-level security shows the queue's rows only to their owner, unless a policy allows more.
    const { rows: hiddenTables } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity
        and not exists (select from pg_policies p where p.schemaname = 'graphile_worker'
          and p.tablename = relname and p.policyname = 'portal' and ${portal} = any(p.roles))`.execute(tx);
    for (const { name } of hiddenTables) {
      const table = sql.id('graphile_worker', name);
      await sql`drop policy if exists portal on ${table}`.execute(tx);
      await sql`create policy portal on ${table} to ${role} using (true) with check (true)`.execute(tx);
    }
  });
}
