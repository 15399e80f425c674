import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCrypto, fingerprintOf } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { createEmptyDatabase, testDatabase } from '#test/world/database.ts';
import { missingFingerprints } from './check-keys.ts';
import { checkInstallation, openInstallation, openInstallationKeys } from './service.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function configOf(mode: 'demo' | 'production' | 'mode not set', dataDir = newFolder()) {
  return {
    mode: mode === 'mode not set' ? ('demo' as const) : mode,
    isModeGiven: mode !== 'mode not set',
    databaseUrl: 'postgres://somewhere/portal',
    dataDir,
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'banjian-installation-'));
  folders.push(folder);
  return folder;
}

function writeKey(dataDir: string, name: string, key: Buffer): void {
  mkdirSync(join(dataDir, 'keys'), { recursive: true });
  writeFileSync(join(dataDir, 'keys', name), `${key.toString('base64')}\n`);
}

async function startSeedStep(db: Db, step: string): Promise<void> {
  await db.insertInto('seed_steps').values({ name: step, started_at: new Date() }).execute();
}

const storedModeOf = (db: Db) => db.selectFrom('installation').select('mode').executeTakeFirst();
const keysOf = (db: Db) =>
  db.selectFrom('installation_keys').select(['name', 'fingerprint']).orderBy('name').execute();

describe('a new database', () => {
  test('is refused and left unchanged when no mode is stated', async () => {
    const { db, pool, drop } = await createEmptyDatabase();
    try {
      const config = configOf('mode not set');
      await expect(checkInstallation(db, config)).rejects.toThrow(
        'PORTAL_MODE=production 和 PORTAL_ORIGIN；要写入演示人员和演示办件，请设置 PORTAL_MODE=demo',
      );
      const { rows } = await pool.query("select relname from pg_class where relname = 'installation'");
      expect(rows).toEqual([]);
      expect(existsSync(join(config.dataDir, 'keys'))).toBe(false);
      await checkInstallation(db, configOf('demo'));
      await checkInstallation(db, configOf('production'));
      // The embedded PostgreSQL is for trying out the portal.
      await checkInstallation(db, { ...configOf('mode not set'), databaseUrl: undefined });
    } finally {
      await drop();
    }
  });

  test.each([
    ["encoding 'UTF8' lc_collate 'C' lc_ctype 'C'", '字符集是 UTF8，LC_CTYPE 是 C：不能保存或查找中文'],
    ["encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'", '字符集是 LATIN1，LC_CTYPE 是 C'],
  ])('is refused when its locale cannot handle Chinese: %s', async (locale, message) => {
    const { db, drop } = await createEmptyDatabase(`${locale} locale_provider libc template template0`);
    try {
      await expect(checkInstallation(db, configOf('production'))).rejects.toThrow(message);
    } finally {
      await drop();
    }
  });

  test('is marked with its mode and its newly created keys', async () => {
    const { db } = await testDatabase();
    const config = configOf('production');
    await openInstallationKeys(db, config, new Date());
    expect(await storedModeOf(db)).toEqual({ mode: 'production' });
    const keyOf = (name: string) =>
      Buffer.from(readFileSync(join(config.dataDir, 'keys', name), 'utf8'), 'base64');
    expect(await keysOf(db)).toEqual([
      { name: 'audit.key', fingerprint: fingerprintOf('audit.key', keyOf('audit.key')) },
      { name: 'encryption.key', fingerprint: fingerprintOf('encryption.key', keyOf('encryption.key')) },
    ]);
  });

  test('is marked once by concurrent starts, and a start with other keys is refused', async () => {
    const { db } = await testDatabase({ max: 8 });
    const shared = newFolder();
    const starts = [shared, shared, shared, newFolder()].map((folder) =>
      openInstallationKeys(db, configOf('production', folder), new Date()),
    );
    const results = await Promise.allSettled(starts);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect([1, 3]).toContain(refused.length);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason.message).toMatch(/找不到密钥文件|不是此数据库的密钥/);
    expect(await keysOf(db)).toHaveLength(2);
  });
});

describe('a marked database', async () => {
  const demo = await testDatabase();
  const demoFolder = newFolder();
  await openInstallationKeys(demo.db, configOf('demo', demoFolder), new Date());
  const office = await testDatabase();
  const officeFolder = newFolder();
  await openInstallationKeys(office.db, configOf('production', officeFolder), new Date());

  test('starts again in its mode', async () => {
    await openInstallationKeys(demo.db, configOf('mode not set', demoFolder), new Date());
    await openInstallationKeys(office.db, configOf('production', officeFolder), new Date());
    expect(await keysOf(office.db)).toHaveLength(2);
  });

  test('is refused in production when it is a demo', async () => {
    await expect(checkInstallation(demo.db, configOf('production', demoFolder))).rejects.toThrow(
      '此数据库是演示数据，演示账号的密码是公开的，不能用于正式运行',
    );
  });

  test.each(['demo', 'mode not set'] as const)(
    'is refused in the demo (%s) when it belongs to an office',
    async (mode) => {
      await expect(checkInstallation(office.db, configOf(mode, officeFolder))).rejects.toThrow(
        '此数据库是正式环境的，不能以演示模式启动，否则会写入密码公开的演示人员。请设置 PORTAL_MODE=production',
      );
    },
  );

  test('needs its keys: a missing or wrong one is named by fingerprint and path, and none is created', async () => {
    const [audit, encryption] = await keysOf(office.db);
    const folder = newFolder();
    await expect(checkInstallation(office.db, configOf('production', folder))).rejects.toThrow(
      `找不到密钥文件 ${join(folder, 'keys', 'encryption.key')}：此数据库需要指纹为 ${encryption?.fingerprint} 的密钥`,
    );
    await expect(openInstallation(office.db, configOf('production', folder))).rejects.toThrow('找不到密钥');
    expect(existsSync(join(folder, 'keys'))).toBe(false);

    const other = randomBytes(32);
    const path = join(officeFolder, 'keys', 'audit.key');
    const original = readFileSync(path);
    writeKey(officeFolder, 'audit.key', other);
    await expect(checkInstallation(office.db, configOf('production', officeFolder))).rejects.toThrow(
      `密钥文件 ${path} 不是此数据库的密钥：需要的密钥指纹是 ${audit?.fingerprint}，这个文件的指纹是 ${fingerprintOf('audit.key', other)}`,
    );
    writeFileSync(path, original);
    await checkInstallation(office.db, configOf('production', officeFolder));
  });
});

describe('a database without a mark', () => {
  test('is marked as demo when it has demo data, and is refused in production', async () => {
    const { db } = await testDatabase();
    await startSeedStep(db, 'staff');
    await expect(checkInstallation(db, configOf('production'))).rejects.toThrow('此数据库是演示数据');
    await openInstallationKeys(db, configOf('mode not set'), new Date());
    expect(await storedModeOf(db)).toEqual({ mode: 'demo' });
  });

  test('is marked as production when it has office data, and is refused in the demo', async () => {
    const { db } = await testDatabase();
    await startSeedStep(db, 'administrator');
    await expect(checkInstallation(db, configOf('demo'))).rejects.toThrow('此数据库是正式环境的');
    await openInstallationKeys(db, configOf('production'), new Date());
    expect(await storedModeOf(db)).toEqual({ mode: 'production' });
  });

  test('accepts only the keys that encrypted its values and signed its audit log', async () => {
    const { db } = await testDatabase();
    await startSeedStep(db, 'administrator');
    const [encryption, audit] = [randomBytes(32), randomBytes(32)];
    const crypto = createCrypto([encryption], audit);
    await db
      .insertInto('shared_secrets')
      .values({ name: 'password-transport', sealed: crypto.seal('{}'), created_at: new Date() })
      .execute();
    await db
      .insertInto('audit_heads')
      .values({ chain: 'test', seq: 1, hash: crypto.signAuditLog('x') })
      .execute();

    const config = configOf('production');
    await expect(openInstallationKeys(db, config, new Date())).rejects.toThrow(
      `此数据库需要指纹为 ${fingerprintOf('encryption.key', encryption).slice(0, 8)} 的密钥`,
    );
    writeKey(config.dataDir, 'encryption.key', encryption);
    writeKey(config.dataDir, 'audit.key', randomBytes(32));
    await expect(openInstallationKeys(db, config, new Date())).rejects.toThrow('不是此数据库的密钥');
    expect(await storedModeOf(db)).toBeUndefined();
    writeKey(config.dataDir, 'audit.key', audit);
    await openInstallationKeys(db, config, new Date());
    expect(await keysOf(db)).toHaveLength(2);
  });
});

describe('rotated keys', () => {
  const needed = ['old', 'new'].map((fingerprint) => ({ name: 'encryption.key' as const, fingerprint }));

  test('are all required once they are recorded', () => {
    expect(missingFingerprints(needed, ['new', 'old'], 'every')).toEqual([]);
    expect(missingFingerprints(needed, ['new'], 'every')).toEqual(['old']);
    expect(missingFingerprints([], ['any'], 'every')).toEqual([]);
    expect(missingFingerprints([], [], 'every')).toEqual([]);
  });

  test('may partly be missing for an unmarked database, but not all', () => {
    expect(missingFingerprints(needed, ['new'], 'some')).toEqual([]);
    expect(missingFingerprints(needed, ['another'], 'some')).toEqual(['old', 'new']);
  });
});
