import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/config/config.ts';
import { besidePortal } from '#server/database/open-beside.ts';
import { checkBackup } from './check-backup.ts';
import { createProgress, run, say } from './command-line.ts';
import { getBackup } from './folder.ts';
import { ensureApart } from './key-copies.ts';
import { makeBackup, megabytes } from './make-backup.ts';

const usage = `用法  usage:
  npm run backup -- 目录 DIR [--keys 密钥目录 DIR2] [--keep 份数 N] [--despite-damage]
  npm run backup -- --check 目录 DIR [--keys 密钥目录 DIR2]`;

/** `npm run backup -- DIR`: database and files of one moment, while the portal runs; `--check` proves one that was made. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      keys: { type: 'string' },
      'keys-beside': { type: 'boolean', default: false },
      keep: { type: 'string' },
      'despite-damage': { type: 'boolean', default: false },
    },
  });
  const [given, ...more] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  // An empty name is a variable of somebody's script that is not set, and not the folder of the program.
  if (
    !given ||
    values.keys === '' ||
    more.length > 0 ||
    (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
  ) {
    say(usage.replaceAll('\n', ' '));
    return 2;
  }
  // Whoever works at the portal comes first.
  setPriority(10);
  const root = resolve(given);
  const keys = values.keys === undefined ? undefined : resolve(values.keys);
  const config = loadConfig();
  const progress = createProgress();
  if (values.check) return await checkBackup(await getBackup(root), { config, keys, progress });
  if (keys !== undefined && !values['keys-beside']) ensureApart(keys, root);
  const began = performance.now();
  const despiteDamage = values['despite-damage'];
  const { folder, manifest, removed } = await besidePortal(config, 'owner', ({ db }, url) =>
    makeBackup(config, db, url, { root, keys, keep, despiteDamage, progress }),
  );
  const { tables, files, damaged } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const packed = tables.reduce((sum, table) => sum + table.bytes, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`备份完成：${folder}`, `backed up in ${seconds} s`);
  say(
    `数据库 ${tables.length} 张表、${rows} 行，压缩后 ${megabytes(packed)} MB`,
    `${rows} rows in ${tables.length} tables`,
  );
  say(
    `文件 ${files.count} 个、${megabytes(files.bytes)} MB，其中新增 ${files.newCount} 个、${megabytes(files.newBytes)} MB`,
    `${files.count} files, ${files.newCount} of them new`,
  );
  if (removed.backups > 0 || removed.contents > 0)
    say(
      `清理旧备份 ${removed.backups} 份、不再需要的文件 ${removed.contents} 个`,
      `removed ${removed.backups} old backups`,
    );
  for (const { id, fault, of } of damaged)
    say(
      `! 文件 ${id} ${fault === 'missing' ? '丢失' : '被改动'}，未备份：${of.join('、')}`,
      `not backed up: ${fault}`,
    );
  say(
    keys === undefined
      ? '! 密钥不在其中。没有密钥，备份无法恢复：请用 --keys 把密钥另存到别处'
      : `密钥已另存：${keys}，请与备份分开保管`,
    keys === undefined ? 'the keys are NOT in it: save them elsewhere with --keys' : 'keep the keys apart',
  );
  return 0;
}

await run(main);
