import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { pathSegmentsOf } from '#server/adapters/files/arrivals.ts';
import { createFileStore } from '#server/adapters/files/create-file-store.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { keyFolder, readKeyFile } from '#server/kernel/crypto/key-files.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { ownEvidence, verifyAudit } from '#server/modules/access/audit/service.ts';
import { listDemoAccounts } from '#server/seeds/accounts.ts';
import { readOffice, readPermissions } from '#server/seeds/office.ts';
import { createEmptyDatabase } from './world/database.ts';
import { readOldOffices, restoreOldState } from './world/old-database.ts';
import { signInAtPortal, voidFirstLetter } from './world/old-portal.ts';
import { startPortal } from './world/portal-process.ts';

/**
 * Tests that a start upgrades the office created by each of these earlier versions, as an operator starts it.
 */

const oldSchemas = ['08', '14', '25', '50', '66', '82'];

/**
 * True if the tests run at a time before the newest action of these offices: an office cannot be upgraded
 * before its own past.
 */
const isTooEarly = Date.now() < Date.parse('2026-11-29T00:00:00+08:00');

async function verify(db: Db, dataDir: string): Promise<string[]> {
  const config = loadConfig({ DATA_DIR: dataDir });
  const folder = keyFolder(config);
  const crypto = createCrypto([readKeyFile(folder, 'encryption.key')], readKeyFile(folder, 'audit.key'));
  const evidence = await ownEvidence(config, createFileStore(config));
  const { findings } = await verifyAudit(db, crypto, { ...evidence, files: undefined });
  return findings.map(({ english }) => english);
}

/**
 * Creates an empty file for each that the rows refer to: a start refuses a folder in which they are missing.
 */
async function createEmptyFiles(db: Db, dataDir: string): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name in ('blobs', 'files')`.execute(db);
  for (const { name } of tables) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)}`.execute(db);
    for (const { id } of rows) {
      const path = join(dataDir, 'files', ...pathSegmentsOf(id));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, '');
    }
  }
}

async function withOldState(
  schema: string,
  mode: 'demo' | 'production',
  inspect: (start: () => ReturnType<typeof startPortal>, db: Db, dataDir: string) => Promise<void>,
): Promise<void> {
  const database = await createEmptyDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'banjian-old-office-'));
  try {
    await restoreOldState(database, dataDir, readOldOffices(schema)[mode]);
    await createEmptyFiles(database.db, dataDir);
    const start = () =>
      startPortal({
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORTAL_MODE: mode,
        ...(mode === 'demo'
          ? { PORTAL_DEMO_CAPTCHA: 'A7K3', PORTAL_DEMO_ORDERS: '40' }
          : { PORTAL_ORIGIN: 'https://office.example' }),
      });
    await inspect(start, database.db, dataDir);
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe.skipIf(isTooEarly).each(oldSchemas)('an upgrade from schema %s', (schema) => {
  test('starts a demo office, an order is continued, and the audit log verifies', async () => {
    await withOldState(schema, 'demo', async (start, db, dataDir) => {
      const portal = await start();
      expect(portal.address, portal.output()).toBeDefined();
      const call = await signInAtPortal(portal.address ?? '', 'liuyang', 'A7K3');
      expect(await voidFirstLetter(call)).toBe(WorkOrderStatus.voidedAndConcluded);
      await portal.stop();
      expect(await verify(db, dataDir)).toEqual([]);
      // The second start has nothing to upgrade.
      const secondStart = await start();
      expect(secondStart.address, secondStart.output()).toBeDefined();
      await secondStart.stop();
      const steps = db.selectFrom('seed_steps').select('name').where('finished_at', 'is', null);
      expect(await steps.execute()).toEqual([]);
      // People listed on the sign-in page must exist.
      const existingAccounts = await db.selectFrom('staff').select('account').execute();
      const listedAccounts = listDemoAccounts(readOffice(), readPermissions()).map(({ account }) => account);
      expect(
        listedAccounts.filter((account) => !existingAccounts.some((row) => row.account === account)),
      ).toEqual([]);
    });
  });

  test('starts a production office, its administrator exists, and the audit log verifies', async () => {
    await withOldState(schema, 'production', async (start, db, dataDir) => {
      const portal = await start();
      expect(portal.address, portal.output()).toBeDefined();
      const ready = await fetch(new URL('/readyz', portal.address));
      expect(ready.status).toBe(200);
      await portal.stop();
      const staff = await db.selectFrom('staff').select('account').execute();
      expect(staff).toEqual([{ account: 'admin' }]);
      expect(await verify(db, dataDir)).toEqual([]);
    });
  });
});

describe('the second factor after a unified login', () => {
  const settingsOf = async (db: Db) =>
    (await db.selectFrom('login_policy').select('second_factor_after_sign_on as asks').execute()).map(
      ({ asks }) => asks,
    );

  async function withDatabase(
    inspect: (database: Awaited<ReturnType<typeof createEmptyDatabase>>) => Promise<void>,
  ) {
    const database = await createEmptyDatabase();
    try {
      await inspect(database);
    } finally {
      await database.drop();
    }
  }

  test.each(['08', '82'])('stays off after an upgrade from schema %s', async (schema) => {
    await withDatabase(async (database) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'banjian-old-office-'));
      await restoreOldState(database, dataDir, readOldOffices(schema).production);
      await migrate(database.db);
      expect(await settingsOf(database.db)).toEqual([false]);
      await rm(dataDir, { recursive: true });
    });
  });

  test('stays on after an upgrade of an office that had it on', async () => {
    await withDatabase(async (database) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'banjian-old-office-'));
      await restoreOldState(database, dataDir, readOldOffices('82').production);
      await database.db.updateTable('login_policy').set({ second_factor_after_sign_on: true }).execute();
      await migrate(database.db);
      expect(await settingsOf(database.db)).toEqual([true]);
      await rm(dataDir, { recursive: true });
    });
  });

  test('is on in a new database', async () => {
    await withDatabase(async ({ db }) => {
      await migrate(db);
      expect(await settingsOf(db)).toEqual([true]);
    });
  });
});
