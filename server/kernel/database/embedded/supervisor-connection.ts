import pg from 'pg';
import { adminRole } from './cluster.ts';
import type { Secrets } from './secrets.ts';

export const portalRole = 'banjian';
export const portalDatabase = 'banjian';

/** An arbitrary number of ours; the lock means that this server has a living supervisor. */
const supervisorLock = 4_120_501;

export function databaseUrl(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/**
 * Opens the supervisor's own connection; undefined if the server does not answer or belongs to another
 * cluster.
 */
export async function openSupervisorConnection(
  secrets: Secrets,
  cluster: string,
): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl(adminRole, secrets.adminPassword, secrets.port, 'postgres'),
    application_name: 'banjian supervisor',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // Until the supervisor adds its own handler, a lost connection must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    if (answer.rows[0]?.data_directory === cluster) return client;
  } catch {
    // Starting, stopping, or another user's server: the caller decides by its time limit.
  }
  await client.end().catch(() => undefined);
  return undefined;
}

/**
 * Returns true if no other living process supervises this server. The lock ends with the connection, however
 * that ends.
 */
export async function trySupervise(connection: pg.Client): Promise<boolean> {
  const answer = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    supervisorLock,
  ]);
  return answer.rows[0]?.taken === true;
}

/**
 * Creates the portal's role and database if they are missing. The role is no superuser, so that revoked
 * permissions (such as changing audit rows) are effective.
 */
export async function ensurePortalDatabase(connection: pg.Client, secrets: Secrets): Promise<void> {
  const role = await connection.query('select 1 from pg_roles where rolname = $1', [portalRole]);
  if (role.rowCount === 0) {
    await connection.query(`create role ${portalRole} login password ${pg.escapeLiteral(secrets.password)}`);
  }
  const database = await connection.query('select 1 from pg_database where datname = $1', [portalDatabase]);
  if (database.rowCount === 0)
    await connection.query(`create database ${portalDatabase} owner ${portalRole}`);
}
