import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { connect, type Database } from '#server/database/connect.ts';

export interface TestDatabase extends Database {
  url: string;
}

/**
 * A database of this test file's own, cloned from the migrated template and dropped after the file's last test.
 * Call it at the top of the file: `const { db, url } = await testDatabase();`
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  afterAll(database.drop);
  return database;
}

/** As `testDatabase`, for tests that drop it themselves. */
export async function createTestDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template banjian owner banjian`);
  const url = withDatabase(inject('templateUrl'), name);
  const database = await connect(url, { max: 5 });
  return {
    ...database,
    url,
    drop: async () => {
      await database.close();
      // Forced, since a test may have left a listening connection of its own.
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}

/** An empty database, without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} owner banjian`);
  const url = withDatabase(inject('templateUrl'), name);
  const database = await connect(url, { max: 5 });
  const drop = async () => {
    await database.close();
    await asAdmin(`drop database ${name} with (force)`);
  };
  return { ...database, url, drop };
}

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
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
