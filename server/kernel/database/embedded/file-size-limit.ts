import { readFile } from 'node:fs/promises';
import { StartupError } from '#server/kernel/errors/startup-error.ts';

/** Size up to which a PostgreSQL table file grows before the next one begins. */
const neededBytes = 1024 ** 3;

/**
 * Reads the largest file size allowed for this process and its children; undefined if it is unlimited or
 * unknown.
 */
async function readMaxFileSize(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const found = /^Max file size\s+(\d+)/m.exec(limits)?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * Refuses to run PostgreSQL if it could not write files of full size, because it would crash during its work.
 */
export async function refuseLowFileSizeLimit(): Promise<void> {
  const largest = await readMaxFileSize();
  if (largest === undefined || largest >= neededBytes) return;
  const megabytes = Math.floor(largest / 1_048_576);
  throw new StartupError(
    `系统只允许本进程写入不超过 ${megabytes} MB 的文件，内置数据库需要 1024 MB 以上。请取消该限制（ulimit -f unlimited；systemd 服务为 LimitFSIZE=infinity）后重新启动。`,
    `This process may write files of ${megabytes} MB at most, but the embedded database needs more than 1024 MB: raise the limit (ulimit -f unlimited, for a systemd service LimitFSIZE=infinity) and start again.`,
  );
}
