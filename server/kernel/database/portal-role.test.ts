import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareSchema } from '#server/database-schema.ts';
import { startWorker } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit, writeAnchor } from '#server/modules/access/audit/service.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { openInstallationKeys } from '#server/modules/operations/installation/service.ts';
import { taskHandlers } from '#server/task-handlers.ts';
import { testContext } from '#test/world/portal.ts';
import { createTwoRoles } from '#test/world/two-roles.ts';
import { connect, type Database } from './connect.ts';
import { roleOf } from './portal-role.ts';

const roles = await createTwoRoles();
const { owner, portal, urlOf } = roles;

let database: Database;
const folder = mkdtempSync(join(tmpdir(), 'banjian-roles-'));

beforeAll(async () => {
  database = await connect(urlOf(portal), { max: 5 });
  await prepareSchema(database, urlOf(owner));
});

afterAll(async () => {
  await database.close();
  await roles.drop();
  rmSync(folder, { recursive: true });
});

const contextOf = () =>
  testContext({ db: database.db, folder, key: Buffer.alloc(32, 7), now: () => new Date() });

describe('the portal role with a separate owner role', () => {
  test('writes audit rows, heads and anchors', async () => {
    const context = contextOf();
    await inTransaction(database.db, (tx) =>
      appendAudit(tx, context, {
        chain: 'test',
        actor: undefined,
        action: 'test.do',
        objectKind: 'test',
        objectId: '1',
        requestId: randomUUID(),
      }),
    );
    await expect.poll(() => writeAnchor(context)).toBeDefined();
    expect((await verifyAudit(database.db, context.crypto)).findings).toEqual([]);
  });

  test.each([
    "update audit_links set staff_name = 'x'",
    'delete from audit_links',
    'truncate audit_links',
    "update audit_anchors set hash = 'x'",
    'delete from audit_anchors',
    'truncate audit_anchors',
    'delete from audit_heads',
    'truncate audit_heads',
    'delete from schema_migrations',
    "update installation set mode = 'production'",
    'delete from installation',
    "update installation_keys set fingerprint = 'x'",
    'delete from installation_keys',
  ])('may not run: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/^permission denied/);
  });

  test.each([
    'alter table audit_links disable trigger all',
    'drop trigger audit_links_append_only on audit_links',
    'drop table audit_links',
    'create or replace function audit_is_append_only() returns trigger language plpgsql as $$ begin return null; end $$',
    "set session_replication_role = 'replica'",
  ])('cannot remove the protection: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/must be owner|permission denied/);
  });

  test('runs its jobs', async () => {
    const worker = await startWorker(contextOf(), database.pool, taskHandlers);
    try {
      await database.pool.query("select graphile_worker.add_job('audit.anchor', '{}', job_key => 'try')");
      await expect
        .poll(async () => (await database.pool.query('select from graphile_worker.jobs')).rowCount)
        .toBe(0);
    } finally {
      await worker.stop();
    }
  });

  test('stores the mode of the database after the owner has checked it', async () => {
    const roles: string[] = [];
    await prepareSchema(database, urlOf(owner), async (db) => roles.push(await roleOf(db)));
    expect(roles).toEqual([owner]);
    const config = {
      mode: 'production',
      isModeGiven: true,
      databaseUrl: urlOf(portal),
      dataDir: folder,
    } as const;
    for (const _start of ['first', 'second']) await openInstallationKeys(database.db, config, new Date());
    const { rows } = await database.pool.query('select mode from installation');
    expect(rows).toEqual([{ mode: 'production' }]);
  });

  test('gets the same rights at the next start', async () => {
    await prepareSchema(database, urlOf(owner));
    await expect(database.pool.query('delete from audit_links')).rejects.toThrow(/^permission denied/);
  });

  test('must not be the owner', async () => {
    const ownerDatabase = await connect(urlOf(owner), { max: 1 });
    try {
      await expect(prepareSchema(ownerDatabase, urlOf(owner))).rejects.toThrow('DATABASE_OWNER_URL');
    } finally {
      await ownerDatabase.close();
    }
  });
});
