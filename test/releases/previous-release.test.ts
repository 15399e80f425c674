import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareSchema } from '#server/database-schema.ts';
import { migrateJobs } from '#server/framework/jobs/worker.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { migrate, readMigrations } from '#server/kernel/database/migrate.ts';
import { createTwoRoles } from '#test/world/two-roles.ts';
import { findBreaks, findNewlyRequired, listBrokenStatements } from './breaks.ts';
import { ownerFiles, passThroughFiles, readReleasedSchema, readStatements } from './statements.ts';

/**
 * Tests that servers of the previous release can continue to work on the schema of this version
 * (docs/decisions/0174).
 */

const released = readReleasedSchema();
const statements = readStatements();
const newRoles = await createTwoRoles();
const oldRoles = await createTwoRoles();
const clients: pg.Client[] = [];
/** Connections to this version as the portal's role and as its owner's, and to the release. */
let portal: pg.Client;
let owner: pg.Client;
let oldClient: pg.Client;

/** Opens a connection with a transaction that is never committed, so that nothing remains. */
async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  await client.query('begin');
  return client;
}

beforeAll(async () => {
  const database = await connect(newRoles.urlOf(newRoles.portal), { max: 1 });
  await prepareSchema(database, newRoles.urlOf(newRoles.owner)).finally(database.close);
  const pastDatabase = await connect(oldRoles.urlOf(oldRoles.owner), { max: 2 });
  await migrate(pastDatabase.db, undefined, { until: released });
  await migrateJobs(pastDatabase.pool);
  await pastDatabase.close();
  portal = await open(newRoles.urlOf(newRoles.portal));
  owner = await open(newRoles.urlOf(newRoles.owner));
  oldClient = await open(oldRoles.urlOf(oldRoles.owner));
  expect(await listBrokenStatements(oldClient, statements)).toEqual([]);
});

afterAll(async () => {
  for (const client of clients) await client.end();
  await newRoles.drop();
  await oldRoles.drop();
});

test('the recorded statements belong to the newest release and cover the whole portal', async () => {
  const names = (
    await readMigrations(join(import.meta.dirname, '..', '..', 'server/kernel/database/migrations'))
  ).map(({ name }) => name);
  expect(names).toContain(released);
  expect(statements.length).toBeGreaterThan(1000);
  const sendingFiles = new Set(statements.map(({ asking }) => asking));
  for (const path of [
    'server/modules/cases/decisions/write-decision.queries.ts',
    'server/modules/access/session/queries.ts',
    'server/modules/cases/work-orders/todo-list.queries.ts',
    'server/kernel/http/idempotency.ts',
  ])
    expect(sendingFiles).toContain(path);
});

test('every statement of the previous release runs on this schema with the rights of the portal role', async () => {
  expect(await findBreaks(portal, statements)).toEqual([]);
  expect(await findNewlyRequired(oldClient, portal)).toEqual([]);
});

test('the files that the recorder of statements names exist', () => {
  const missing = [...passThroughFiles, ...ownerFiles].filter(
    (path) => !existsSync(join(import.meta.dirname, '..', '..', path)),
  );
  expect(missing).toEqual([]);
});

describe('detection of incompatible migrations', () => {
  test.each([
    ['drops a column', 'alter table halls drop column name', /column .*name.* does not exist/],
    ['renames a column', 'alter table halls rename column name to title', /column .*name.* does not exist/],
    ['drops a table', 'drop table idempotency_keys cascade', /"idempotency_keys" does not exist/],
    ['changes a type', 'alter table sessions alter column staff_id type integer using 1', /operator|type/],
    [
      'requires a new column',
      'alter table messages add column urgent boolean not null',
      /does not give messages.urgent/,
    ],
    [
      'removes a default value',
      'alter table audit_links alter column written_in drop default',
      /does not give audit_links.written_in/,
    ],
  ])('%s', async (_, migration, complaint) => {
    await owner.query('savepoint made_up');
    await owner.query(migration);
    // Only those that name the table: the test above plans all statements.
    const [, table = ''] = /table (\w+)/.exec(migration) ?? [];
    const found = await findBreaks(
      owner,
      statements.filter(({ text }) => text.includes(table)),
    );
    await owner.query('rollback to savepoint made_up');
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((line) => !complaint.test(line))).toEqual([]);
  });

  test('requires a column that could be empty before', async () => {
    await owner.query('savepoint made_up');
    await owner.query('alter table staff alter column mobile_sealed set not null');
    const found = await findNewlyRequired(oldClient, owner);
    await owner.query('rollback to savepoint made_up');
    expect(found).toEqual(['staff.mobile_sealed']);
  });
});
