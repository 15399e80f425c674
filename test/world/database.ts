import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type SharingMode, sharingModes } from '#server/kernel/config/sharing-mode.ts';
import { connect, type Database } from '#server/kernel/database/connect.ts';
import { shareTransactions } from '#server/kernel/database/shared-transaction.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface TestDatabase extends Database {
  url: string;
}

/**
 * Returns a separate database for this test file, cloned from the migrated template and dropped after the
 * file's last test. Call it at the top of the file: `const { db, url } = await testDatabase();`
 */
export async function testDatabase(origin: DatabaseOrigin = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(origin);
  afterAll(database.drop);
  return database;
}

/** Returns the sharing mode of TEST_SHARED_COMMITS, by which all call tests are repeated (docs/decisions/0217). */
function readSharingMode(): SharingMode {
  return sharingModes.find((mode) => mode === process.env.TEST_SHARED_COMMITS) ?? 'auto';
}

/** The template of a test database, and the number of connections that the test may use at once. */
export interface DatabaseOrigin {
  template?: string;
  max?: number;
}

/** Creates a database as `testDatabase` does, for tests that drop it themselves. */
export async function createTestDatabase({
  template = 'banjian',
  max = 5,
}: DatabaseOrigin = {}): Promise<TestDatabase & { drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(cloneOf(name, template));
  const url = withDatabase(inject('templateUrl'), name);
  const database = await connect(url, { max });
  shareTransactions(database.db, readSharingMode());
  return {
    ...database,
    url,
    drop: async () => {
      await database.close();
      // Forced, because a test may have left a listening connection open.
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}

/** Creates an empty database without any table; `options` is added to the statement that creates it. */
export async function createEmptyDatabase(options = ''): Promise<TestDatabase & { drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} owner banjian ${options}`);
  const url = withDatabase(inject('templateUrl'), name);
  const database = await connect(url, { max: 5 });
  const drop = async () => {
    await database.close();
    await asAdmin(`drop database ${name} with (force)`);
  };
  return { ...database, url, drop };
}

/**
 * Returns the statement that clones a template by copying its files: a third of what a copy block by block through
 * the log costs, since the server of the tests writes nothing to a disk at the checkpoints before and after.
 */
const cloneOf = (name: string, template: string): string =>
  `create database ${name} template ${template} owner banjian strategy file_copy`;

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * Returns another template for this run, created from the migrated one (or from `template0`). The first
 * worker that needs it fills it, and the others wait for the lock and then clone it. If filling fails,
 * nothing is left behind.
 */
export async function filledTemplate(
  name: string,
  fill: (database: Database) => Promise<void>,
  origin = 'banjian',
): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const building = `${name}_building`;
    await admin.query(`drop database if exists ${building} with (force)`);
    await admin.query(cloneOf(building, origin));
    const database = await connect(withDatabase(inject('templateUrl'), building), { max: 2 });
    await fill(database).finally(database.close);
    await admin.query(`alter database ${building} rename to ${name}`);
    // A template cannot be cloned while connections to it are open.
    await admin.query(`alter database ${name} with is_template true connection limit 0`);
    return name;
  } finally {
    await admin.end();
  }
}

/**
 * Waits until this many other connections wait for a lock.
 * Returns false if `competing` finishes before, because it then met no lock.
 */
export async function waitForBlockedQuery(
  db: Db,
  minConnections = 1,
  competing?: Promise<unknown>,
): Promise<boolean> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  competing?.then(end, end);
  while (!hasEnded) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length >= minConnections) return true;
    await wait(10);
  }
  return false;
}
