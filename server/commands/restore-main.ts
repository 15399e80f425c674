import { join, resolve } from 'node:path';
import { readCommand } from '#scripts/lib/options.mjs';
import { createProgress, printLine, run } from '#server/kernel/command-line.ts';
import { type Config, loadConfig } from '#server/kernel/config/config.ts';
import { getBackup } from '#server/modules/operations/backup/folder.ts';
import { restoreBackup } from '#server/modules/operations/backup/restore-backup.ts';

/**
 * Runs `npm run restore -- DIR`: restores an installation from the newest backup in a folder, or from the
 * named one.
 */
async function main(): Promise<number> {
  const { values, positionals } = readCommand('restore', process.argv.slice(2));
  const config =
    values.into === undefined ? loadConfig() : configForFolder(loadConfig(), resolve(values.into));
  const backup = await getBackup(positionals[0] ?? '');
  printLine(`恢复 ${backup.folder}（${backup.manifest.at}）`, `restoring into ${config.dataDir}`);
  const startedAt = performance.now();
  const result = await restoreBackup(config, backup, {
    keys: values.keys === undefined ? undefined : resolve(values.keys),
    identity: values.identity === undefined ? undefined : resolve(values.identity),
    sendMessages: values['send-messages'],
    progress: createProgress(),
  });
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  printLine(
    `数据库 ${rows} 行、文件 ${result.files} 个，与备份清单一致`,
    `restored in ${seconds} s, counts as in the manifest`,
  );
  const parts = result.seconds;
  printLine(
    `用时：文件 ${parts.files.toFixed(1)} 秒，数据库 ${parts.database.toFixed(1)} 秒，审计核对 ${parts.audit.toFixed(1)} 秒`,
    'files, database, audit',
  );
  printLine(
    `结束会话 ${result.sessions} 个，暂不发送的消息 ${result.messages} 条（消息渠道中列为“结果不明”）`,
    `${result.sessions} sessions ended, ${result.messages} messages held`,
  );
  if (result.earlierAnchors !== undefined)
    printLine(`原来的锚点文件改名为 ${result.earlierAnchors}`, 'the former anchor files were renamed');
  const { audit } = result;
  for (const { chinese, english } of audit.findings.slice(0, 20)) printLine(`✗ ${chinese}`, english);
  const isWhole = audit.findings.length === 0;
  printLine(
    isWhole
      ? `审计核对通过：${audit.links} 条记录、${audit.orders} 件办件、${audit.files} 个附件、${audit.packages} 个档案包`
      : `审计核对发现 ${audit.findings.length} 处问题，请与备份前的核对结果比较`,
    isWhole
      ? 'the audit log and the records of the orders are complete'
      : 'compare with what was found before the backup',
  );
  const mode = config.mode === 'production' ? 'PORTAL_MODE=production ' : '';
  const elsewhere = values.into === undefined ? '' : '（不设 DATABASE_URL、S3_*、AUDIT_DIR）';
  printLine(
    `恢复完成。启动${elsewhere}：${mode}DATA_DIR=${config.dataDir} npm start`,
    'restored: start the portal with this command',
  );
  return isWhole ? 0 : 1;
}

/**
 * Returns settings that put everything into one new folder with a database of its own, for a trial or a new
 * start.
 */
function configForFolder(config: Config, folder: string): Config {
  return {
    ...config,
    dataDir: folder,
    auditDir: join(folder, 'audit'),
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    s3: undefined,
  };
}

await run(main);
