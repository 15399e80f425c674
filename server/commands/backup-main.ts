import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { readCommand, UsageError } from '#scripts/lib/options.mjs';
import { createProgress, printLine, run } from '#server/kernel/command-line.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { withDatabase } from '#server/kernel/database/with-database.ts';
import { checkBackup } from '#server/modules/operations/backup/check-backup.ts';
import { ensureBackupFolders } from '#server/modules/operations/backup/check-folders.ts';
import { getBackup } from '#server/modules/operations/backup/folder.ts';
import { ensureKeysOutsideBackups } from '#server/modules/operations/backup/key-copies.ts';
import { makeBackup, megabytes } from '#server/modules/operations/backup/make-backup.ts';

/**
 * Runs `npm run backup -- DIR`: a consistent backup of database and files, while the portal runs; `--check`
 * verifies an existing one.
 */
async function main(): Promise<number> {
  const { values, positionals } = readCommand('backup', process.argv.slice(2));
  const unusedOptions = (['keep', 'despite-damage', 'keys-beside', 'identity'] as const).filter(
    (name) =>
      values[name] && (name === 'identity' ? !values.check : values.check || isUnused(name, values.keys)),
  );
  if (unusedOptions.length > 0) throw new UsageError('backup', unusedOptions.map(describeUnusedOption));
  // Lower priority than the requests of users.
  setPriority(10);
  const root = resolve(positionals[0] ?? '');
  const keys = values.keys === undefined ? undefined : resolve(values.keys);
  const config = loadConfig();
  const progress = createProgress();
  const identity = values.identity === undefined ? undefined : resolve(values.identity);
  if (values.check) return await checkBackup(await getBackup(root), { config, keys, identity, progress });
  if (keys !== undefined && !values['keys-beside']) ensureKeysOutsideBackups(keys, root);
  await ensureBackupFolders(config, { root, keys });
  const startedAt = performance.now();
  const despiteDamage = values['despite-damage'];
  const { folder, manifest, damaged, removed } = await withDatabase(config, 'owner', ({ db }, url) =>
    makeBackup(config, db, url, { root, keys, keep: values.keep, despiteDamage, progress }),
  );
  const { tables, files, encryption } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const compressedBytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  printLine(`备份完成：${folder}`, `backed up in ${seconds} s`);
  printLine(
    `数据库 ${tables.length} 张表、${rows} 行，压缩后 ${megabytes(compressedBytes)} MB`,
    `${rows} rows in ${tables.length} tables`,
  );
  printLine(
    `文件 ${files.count} 个、${megabytes(files.bytes)} MB，其中新增 ${files.newCount} 个、${megabytes(files.newBytes)} MB`,
    `${files.count} files, ${files.newCount} of them new`,
  );
  if (removed.backups > 0 || removed.contents > 0)
    printLine(
      `清理旧备份 ${removed.backups} 份、不再需要的文件 ${removed.contents} 个`,
      `removed ${removed.backups} old backups`,
    );
  for (const { id, fault: problem, of } of damaged)
    printLine(
      `! 文件 ${id} ${problem === 'missing' ? '丢失' : '被改动'}，未备份：${of.join('、')}`,
      `not backed up: ${problem}`,
    );
  printLine(
    encryption
      ? `已加密，只有 ${encryption.recipients.join('、')} 的私钥能恢复`
      : '! 没有加密：保存备份的地方须与数据库同样保护（或设置 BACKUP_RECIPIENTS）',
    encryption ? 'encrypted' : 'NOT encrypted: guard it as the database, or set BACKUP_RECIPIENTS',
  );
  printLine(
    keys === undefined
      ? '! 密钥不在其中。没有密钥，备份无法恢复：请用 --keys 把密钥另行保存'
      : `密钥已另存：${keys}，请与备份分开保管`,
    keys === undefined ? 'the keys are NOT in it: save them elsewhere with --keys' : 'keep the keys apart',
  );
  return 0;
}

const isUnused = (name: string, keys: string | undefined) => name === 'keys-beside' && keys === undefined;

/** Returns the message about an option that has no effect, because the person who typed it relies on it. */
function describeUnusedOption(name: string): { chinese: string; english: string } {
  if (name === 'identity')
    return { chinese: '--identity 只能与 --check 一起使用', english: '--identity goes with --check' };
  return name === 'keys-beside'
    ? {
        chinese: '--keys-beside 只能在备份时与 --keys 一起使用',
        english: '--keys-beside goes with --keys, when a backup is made',
      }
    : { chinese: `--${name} 不能与 --check 一起使用`, english: `--${name} is of no use with --check` };
}

await run(main);
