import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDiskStore } from '#server/adapters/files/file-store.ts';
import { type Context, createContext } from '#server/framework/context.ts';
import { demoPassword, loadConfig } from '#server/kernel/config/config.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { createLog } from '#server/kernel/log/log.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { isPassword } from '#server/modules/access/session/password-hash.ts';
import { testDatabase } from '#test/world/database.ts';
import { seed } from './seed.ts';

/** Lines that the seed prints on the terminal, collected for the test. */
const printedLines: string[] = [];
const seedOptions = { print: (text: string) => void printedLines.push(text) };
const silentLog = createLog('fatal', () => undefined);

async function contextOf(db: Db, settings: NodeJS.ProcessEnv): Promise<Context> {
  const folder = await mkdtemp(join(tmpdir(), 'banjian-seed-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return createContext({
    config: loadConfig({ ...settings, DATA_DIR: folder }),
    db,
    crypto: createCrypto([randomBytes(32)]),
    files: createDiskStore(join(folder, 'files')),
    log: silentLog,
    processId: 'test',
    now: () => new Date('2026-11-20T15:30:00+08:00'),
  });
}

async function passwordHashOf(db: Db, account: string): Promise<string> {
  const rows = await db.selectFrom('staff').select('password_hash').where('account', '=', account).execute();
  return rows[0]?.password_hash ?? '';
}

describe('seeding the demo', async () => {
  const { db } = await testDatabase();
  const context = await contextOf(db, { PORTAL_DEMO_ORDERS: '60' });

  test('fills a new database, writes the account file, and does nothing the second time', async () => {
    const first = await seed(context, seedOptions);
    expect(first.completedSteps).toEqual([
      'regions',
      'holidays',
      'roles',
      'office',
      'staff',
      'people-since',
      'items',
      'items-with-sealed-telephones',
      'sealed-forms',
      'papers',
      'archive',
      'archivists',
      'receipts-with-due-dates',
      'opinions',
      'message-settings',
      'schedule',
      'rules',
      'demo-orders',
    ]);
    const written = JSON.parse(await readFile(join(context.config.dataDir, 'demo-accounts.json'), 'utf8'));
    expect(written).toEqual(first.accounts);
    expect(written).toHaveLength(41);

    expect(await db.selectFrom('second_factor_roles').selectAll().execute()).toEqual([]);
    const second = await seed(context, seedOptions);
    expect(second.completedSteps).toEqual([]);
    expect(second.accounts).toEqual(first.accounts);
    // Hundreds of real actions: seconds on an idle machine, minutes on a busy one.
  }, 300_000);

  test('gives people their posts and a working password', async () => {
    const actor = await getActor(context, 'liuyang');
    expect(actor.orgName).toBe('淳安县信访局');
    expect(actor.keys).toEqual(
      expect.arrayContaining(['role:handler', 'position:petition-examiner', 'group:petition-receivers']),
    );
    expect(await isPassword(demoPassword, await passwordHashOf(db, 'liuyang'))).toBe(true);
  });

  test('publishes three items, each with its form and process', async () => {
    const items = await db.selectFrom('business_items').selectAll().orderBy('sort_by').execute();
    expect(items.map(({ task_code }) => task_code)).toEqual([
      'petition-letter',
      'congress-proposal',
      'permit-application',
    ]);
    expect(items.every((item) => item.current && item.form_definition_ids.length === 1)).toBe(true);
  });

  test('creates orders that people started and handled, some of them overdue', async () => {
    const orders = await db.selectFrom('work_orders').selectAll().orderBy('code').execute();
    expect(orders).toHaveLength(60);
    expect(orders[0]?.code).toBe('2026000001');
    // Codes increase with time.
    const starts = orders.map(({ started_at }) => started_at.getTime());
    expect(starts).toEqual([...starts].sort((one, other) => one - other));
    const open = orders.filter(({ ended_at }) => ended_at === null);
    expect(open.length).toBeGreaterThan(12);
    const tasks = await db.selectFrom('traces').select('due_at').where('handler_status', '=', 0).execute();
    const overdueTasks = tasks.filter(({ due_at }) => due_at !== null && due_at < context.now());
    expect(overdueTasks.length).toBeGreaterThan(2);
    // Nodes without an order get orders back that were finished last; their tasks are overdue then.
    expect(overdueTasks.length).toBeLessThan(tasks.length * 0.6);
  });

  test('reports which step failed and what to do', async () => {
    const { db: empty } = await testDatabase();
    const seedContext = await contextOf(empty, { PORTAL_DEMO_ORDERS: '0' });
    for (const name of ['regions', 'holidays', 'roles', 'office'])
      await empty
        .insertInto('seed_steps')
        .values({ name, started_at: seedContext.now(), finished_at: seedContext.now() })
        .execute();
    // The finished steps are recorded, but the organisations are missing.
    const failure: unknown = await seed(seedContext, seedOptions).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartupError);
    const { chinese, english } = failure as StartupError;
    expect(chinese).toContain('准备数据的步骤 staff（正在建立演示人员）没有完成');
    expect(chinese).toContain('空的 DATA_DIR');
    expect(english).toContain('The step staff of setting up the data failed');
  });

  test('continues after an interrupted start without duplicates', async () => {
    const count = async () => {
      const rows = await Promise.all([
        db.selectFrom('staff').select('id').execute(),
        db.selectFrom('work_orders').select('id').execute(),
        db.selectFrom('work_order_events').select('version').execute(),
        db.selectFrom('drafts').select('id').execute(),
      ]);
      return rows.map(({ length }) => length);
    };
    const before = await count();
    await db.updateTable('seed_steps').set({ finished_at: null }).execute();
    const again = await seed(context, seedOptions);
    expect(again.completedSteps).toHaveLength(18);
    expect(await count()).toEqual(before);
  });
});

describe('seeding for production', async () => {
  const { db } = await testDatabase();
  const context = await contextOf(db, {
    PORTAL_MODE: 'production',
    SMS_PROVIDER: 'none',
    DATABASE_URL: 'postgres://portal@db.example/portal',
  });

  test('creates one administrator with a password that is shown once, and no demo people', async () => {
    const before = printedLines.length;
    const { oneTimePassword, accounts } = await seed(context, seedOptions);
    const newLines = printedLines.slice(before);
    expect(accounts).toEqual([]);
    expect(newLines.filter((text) => text.includes(oneTimePassword ?? '?'))).toHaveLength(2);
    // There are no forms yet, so the message about them would only confuse its reader.
    expect(newLines.filter((text) => text.includes('加密办件表单'))).toEqual([]);
    expect(await db.selectFrom('staff').select(['account', 'must_change_password']).execute()).toEqual([
      { account: 'admin', must_change_password: true },
    ]);
    expect(await isPassword(oneTimePassword ?? '', await passwordHashOf(db, 'admin'))).toBe(true);
    expect((await getActor(context, 'admin')).permissions).toContain('staff:manage');
    const obliged = await db
      .selectFrom('second_factor_roles')
      .select('role_code')
      .orderBy('role_code')
      .execute();
    expect(obliged.map(({ role_code }) => role_code)).toEqual([
      'audit-admin',
      'config-admin',
      'matter-admin',
      'security-admin',
      'system-admin',
    ]);
    expect((await seed(context, seedOptions)).oneTimePassword).toBeUndefined();
  }, 300_000);

  test('runs once when servers start concurrently, and one of them shows the password', async () => {
    const { db: empty } = await testDatabase({ max: 12 });
    // The slow steps add nothing to this test.
    for (const name of ['regions', 'holidays']) {
      await empty
        .insertInto('seed_steps')
        .values({ name, started_at: new Date(), finished_at: new Date() })
        .execute();
    }
    const contexts = await Promise.all(
      Array.from({ length: 4 }, () =>
        contextOf(empty, {
          PORTAL_MODE: 'production',
          SMS_PROVIDER: 'none',
          DATABASE_URL: 'postgres://portal@db.example/portal',
        }),
      ),
    );
    const reports = await Promise.all(contexts.map((seedContext) => seed(seedContext, seedOptions)));
    expect(reports.filter(({ completedSteps }) => completedSteps.length > 0)).toHaveLength(1);
    const passwords = reports.flatMap(({ oneTimePassword }) => oneTimePassword ?? []);
    expect(passwords).toHaveLength(1);
    expect(await isPassword(passwords[0] ?? '', await passwordHashOf(empty, 'admin'))).toBe(true);
  });
});
