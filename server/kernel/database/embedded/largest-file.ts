import { readFile } from 'node:fs/promises';
import { StartupError } from '#server/kernel/errors/startup-error.ts';

/** PostgreSQL lets a file of a table grow to a gigabyte before it begins another one. */
const neededBytes = 1024 ** 3;

/** Reads how large a file this process and what it starts may make; undefined where that has no limit or is not known. */
async function readLargestFile(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const found = /^Max file size\s+(\d+)/m.exec(limits)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Refuses to run PostgreSQL where it could not write its files to their end, since it dies in the middle of the work then. */
export async function refuseSmallFiles(): Promise<void> {
  const largest = await readLargestFile();
  if (largest === undefined || largest >= neededBytes) return;
  const megabytes = Math.floor(largest / 1_048_576);
  throw new StartupError(
    `系统只允许本进程写入不超过 ${megabytes} MB 的文件，内置数据库需要 1024 MB 以上。请取消该限制（ulimit -f unlimited；systemd 服务为 LimitFSIZE=infinity）后重新启动。`,
    `This process may write files of ${megabytes} MB at most, and the embedded database needs more than 1024 MB: lift the limit (ulimit -f unlimited, of a systemd service LimitFSIZE=infinity) and start again.`,
  );
}
