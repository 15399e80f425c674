import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { StartupError } from '#server/kernel/errors/startup-error.ts';

/** The purpose of a folder, for an operator who must choose another one. */
export interface FolderPurpose {
  chinese: string;
  english: string;
  /** The setting or option that names it; undefined for the argument of the command. */
  setting: string | undefined;
  timeoutMs?: number;
}

/** A sleeping disk takes seconds to wake; a disconnected network disk never answers. */
const defaultTimeoutMs = 5_000;
/** Time limit for the start of the checking process, which a busy machine delays and no disk of this folder. */
const maxStartMs = 60_000;

const reasons: Record<string, readonly [chinese: string, english: string]> = {
  KERNEL: [
    '这是系统内核的虚拟目录，不能存放文件',
    'it is a virtual folder of the kernel and cannot store files',
  ],
  DANGLING: ['它是一个链接，所指的位置不存在', 'it is a link whose target does not exist'],
  ENOTDIR: ['它或它的上级是文件，不是目录', 'it or its parent is a file, not a folder'],
  EISDIR: ['它是目录，不是文件', 'it is a folder, not a file'],
  EEXIST: ['它或它的上级是文件，不是目录', 'it or its parent is a file, not a folder'],
  EACCES: [
    '当前用户没有权限，命令和服务要以门户的用户执行',
    'this user has no permission; run it as the portal’s user',
  ],
  EPERM: [
    '当前用户没有权限，命令和服务要以门户的用户执行',
    'this user has no permission; run it as the portal’s user',
  ],
  EROFS: ['它所在的文件系统是只读的', 'its file system is read-only'],
  ENAMETOOLONG: ['名称过长', 'its name is too long'],
  ELOOP: ['链接绕回了自身', 'its links lead in a circle'],
  ENOSPC: ['磁盘没有余量', 'its disk is full'],
  EDQUOT: ['已达到磁盘配额', 'the quota of its disk is used up'],
  EFBIG: [
    '文件超过了系统允许的大小（ulimit -f，服务的 LimitFSIZE，或文件系统的上限）',
    'a file would be larger than the system allows (ulimit -f, LimitFSIZE of the service, or its file system)',
  ],
  EIO: ['磁盘读写出错', 'its disk fails'],
  SILENT: ['磁盘没有应答（网络磁盘可能已断开）', 'its disk does not answer (a network disk may be cut off)'],
};

/** Returns the reason for which the system refused a folder or a file, as text; undefined for other reasons. */
export function reasonOfDisk(
  code: string | undefined,
): readonly [chinese: string, english: string] | undefined {
  return code === undefined ? undefined : reasons[code];
}

/**
 * Creates a missing folder, for its owner only, and checks that files can be written, by writing and removing
 * one. This runs in a separate process, because a process that waits for a hanging disk cannot even be ended.
 * If it is refused, no new folder is left.
 */
export async function ensureFolder(path: string, use: FolderPurpose): Promise<void> {
  const refusal = await checkFolder(path, use.timeoutMs ?? defaultTimeoutMs);
  if (refusal === undefined) return;
  const [chinese, english] = reasonOfDisk(refusal.code) ?? [refusal.code, refusal.code];
  const { setting } = use;
  const place = refusal.path === path ? '' : `，${refusal.path}`;
  throw new StartupError(
    `${use.chinese} ${path} 不可用（${refusal.code}${place}）：${chinese}。请修改目录，或${setting === undefined ? '' : `用 ${setting} `}另选一个。`,
    `${use.english} ${path} cannot be used (${refusal.code}): ${english}. Correct it, or set another one${setting === undefined ? '' : ` in ${setting}`}.`,
  );
}

function checkFolder(path: string, timeoutMs: number): Promise<{ code: string; path: string } | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'folder-child.ts'), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const giveUp = () => {
      // The process may be impossible to kill; it is not awaited.
      child.kill('SIGKILL');
      child.unref();
      child.stdout.destroy();
      resolve({ code: 'SILENT', path });
    };
    let timer = setTimeout(giveUp, maxStartMs);
    child.stdout.on('data', (chunk: Buffer) => {
      if (output === '') {
        clearTimeout(timer);
        timer = setTimeout(giveUp, timeoutMs);
      }
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code !== 0 && code !== null) reject(new Error(`The test of ${path} ended with ${code}`));
      else resolve(output.trim() === '' ? undefined : (JSON.parse(output) as { code: string; path: string }));
    });
  });
}
