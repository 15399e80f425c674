import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '#server/kernel/config/config.ts';
import { withDatabase } from '#server/kernel/database/with-database.ts';
import { openInstallationKeys } from '#server/modules/operations/installation/service.ts';
import { createEmptyDatabase, testDatabase } from '#test/world/database.ts';
import { openFreezableProxy } from '#test/world/freezable-proxy.ts';
import { getBackup } from './folder.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** Tests a database that accepts connections and falls silent during a command (docs/decisions/0184). */

const folder = mkdtempSync(join(tmpdir(), 'banjian-silent-'));
const pathOf = (...parts: string[]) => join(folder, ...parts);
const office = await testDatabase();
const empty = await createEmptyDatabase();
const lines = await Promise.all([office.url, empty.url].map(openFreezableProxy));
const [toOffice, toEmpty] = lines as [(typeof lines)[0], (typeof lines)[0]];
afterAll(async () => {
  for (const line of lines) line.close();
  await empty.drop();
  rmSync(folder, { recursive: true });
});

const timeouts = { intervalMs: 50, answerTimeoutMs: 1_500 };
const configOf = (url: string, dataDir: string) =>
  loadConfig({ PORTAL_MODE: 'production', DATABASE_URL: url, DATA_DIR: dataDir });
const config = configOf(toOffice.url, pathOf('data'));
await openInstallationKeys(office.db, config, new Date());
const quiet = () => undefined;
const runBackup = (root: string, progress: () => void) =>
  withDatabase(
    config,
    'owner',
    ({ db }, url) =>
      makeBackup(config, db, url, {
        root,
        keys: undefined,
        keep: undefined,
        despiteDamage: false,
        progress,
        timeouts,
      }),
    timeouts,
  );

test('a silent database ends a backup with a message, and leaves no complete backup', async () => {
  await expect(runBackup(pathOf('cut'), toOffice.freeze)).rejects.toThrow(
    /数据库 2 秒没有应答，命令已中止，没有完成/,
  );
  const [partial = ''] = readdirSync(pathOf('cut'));
  expect(readdirSync(pathOf('cut', partial))).not.toContain('manifest.json');
  await expect(getBackup(pathOf('cut'))).rejects.toThrow('没有完整的备份');
  toOffice.resume();
  const { folder: complete } = await runBackup(pathOf('whole'), quiet);
  expect(readdirSync(complete)).toContain('manifest.json');
});

test('a silent database ends a restore with a message, and leaves a marker file of the unfinished restore', async () => {
  const target = configOf(toEmpty.url, pathOf('again'));
  const restoring = restoreBackup(target, await getBackup(pathOf('whole')), {
    keys: pathOf('data', 'keys'),
    sendMessages: false,
    timeouts,
    progress: (chinese) => {
      if (chinese.startsWith('已写入')) toEmpty.freeze();
    },
  });
  await expect(restoring).rejects.toThrow(/数据库 2 秒没有应答，命令已中止，没有完成/);
  expect(existsSync(pathOf('again', 'restore-unfinished'))).toBe(true);
  toEmpty.resume();
});

test('a terminated connection ends a backup with a message, too', async () => {
  const stop = () => {
    void office.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'banjian backup' and datname = current_database()",
    );
  };
  await expect(runBackup(pathOf('stopped'), stop)).rejects.toThrow(
    '与数据库的连接中断，命令已中止，没有完成',
  );
  await expect(getBackup(pathOf('stopped'))).rejects.toThrow('没有完整的备份');
});

test('a database that never answers lets the command end with an error', async () => {
  toOffice.freeze();
  await expect(withDatabase(config, 'owner', async () => 'done', timeouts)).rejects.toThrow(
    /没有应答|无法连接数据库/,
  );
  toOffice.resume();
});
