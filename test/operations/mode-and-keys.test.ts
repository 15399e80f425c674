import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/kernel/config/config.ts';
import { hashPassword } from '#server/modules/access/session/password-hash.ts';
import { createEmptyDatabase } from '#test/world/database.ts';
import { startPortal } from '#test/world/portal-process.ts';

/**
 * Tests one office's database, from before its first start, and the mistakes that its operator makes one
 * after another.
 */
const database = await createEmptyDatabase();
const folder = mkdtempSync(join(tmpdir(), 'banjian-mistakes-'));
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const settings = { DATABASE_URL: database.url, DATA_DIR: folder };
const office = { ...settings, PORTAL_MODE: 'production' };

async function startAndFail(startSettings: Record<string, string>, ...script: string[]): Promise<string> {
  const portal = await startPortal(startSettings, script.length > 0 ? script : undefined);
  expect(await portal.stop()).toBe(1);
  expect(portal.address).toBeUndefined();
  return portal.output();
}

async function tables(): Promise<number> {
  const { rowCount } = await database.pool.query("select from pg_tables where schemaname = 'public'");
  return rowCount ?? 0;
}

describe('consecutive starts with operator mistakes', () => {
  test('a start without a mode leaves an empty database empty', async () => {
    const output = await startAndFail(settings);
    expect(output).toContain('还没有说明用途。正式运行请设置 PORTAL_MODE=production 和 PORTAL_ORIGIN');
    expect(output).toContain(
      'set PORTAL_MODE=production and PORTAL_ORIGIN for an office, or PORTAL_MODE=demo',
    );
    expect(await tables()).toBe(0);
    expect(existsSync(join(folder, 'keys'))).toBe(false);
  });

  test('the first start of an office stores its mode and prints the administrator password', async () => {
    const portal = await startPortal(office);
    expect(portal.address, portal.output()).toBeDefined();
    expect(portal.output()).toMatch(/系统管理员账号 admin，一次性密码 \S+/);
    expect(await portal.stop()).toBe(0);
    const { rows } = await database.pool.query('select mode from installation');
    expect(rows).toEqual([{ mode: 'production' }]);
  });

  test('a start without a mode on a production database is refused and adds no account', async () => {
    expect(await startAndFail(settings)).toContain('此数据库是正式环境的，不能以演示模式启动');
    const { rows } = await database.pool.query('select account from staff');
    expect(rows).toEqual([{ account: 'admin' }]);
  });

  test('a start without its key is refused and creates no other key', async () => {
    const path = join(folder, 'keys', 'encryption.key');
    const { rows } = await database.pool.query(
      "select fingerprint from installation_keys where name = 'encryption.key'",
    );
    const fingerprint = rows[0].fingerprint as string;
    renameSync(path, `${path}.kept`);
    const output = await startAndFail(office);
    expect(output).toContain(`找不到密钥文件 ${path}：此数据库需要指纹为 ${fingerprint} 的密钥`);
    for (const script of [['server/commands/verify-main.ts'], ['server/commands/reset-main.ts', 'admin']])
      expect(await startAndFail(office, ...script)).toContain(`找不到密钥文件 ${path}`);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, `${Buffer.alloc(32, 1).toString('base64')}\n`);
    const other = await startAndFail(office);
    expect(other).toContain(`${path} 不是此数据库的密钥：需要的密钥指纹是 ${fingerprint}`);
    expect(other).not.toContain(Buffer.alloc(32, 1).toString('base64'));
    renameSync(`${path}.kept`, path);
  });

  test('a start with everything in place succeeds and warns about published passwords', async () => {
    await database.db
      .updateTable('staff')
      .set({ password_hash: await hashPassword(demoPassword) })
      .execute();
    const portal = await startPortal(office);
    expect(portal.address, portal.output()).toBeDefined();
    await expect.poll(portal.output).toContain('Accounts have the published password');
    expect(portal.output()).toContain('"count":1,"accounts":["admin"]');
    expect(portal.output()).not.toContain(demoPassword);
    expect(await portal.stop()).toBe(0);
  });
});
