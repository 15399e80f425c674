/** What the commands of backup and restore say, and how they end. */

/** What lies in a database may have been written to deceive whoever reads this. */
export const say = (chinese: string, english = '') =>
  process.stdout.write(
    `${[chinese, english]
      .filter(Boolean)
      .join('  ')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')}\n`,
  );

const progressMs = 5_000;

/** A line every few seconds on stderr, so that a large database does not look stuck. */
export function createProgress(): (chinese: string, english: string) => void {
  let last = Date.now();
  return (chinese, english) => {
    if (Date.now() - last < progressMs) return;
    last = Date.now();
    process.stderr.write(`${chinese}……  ${english} …\n`);
  };
}

export async function run(main: () => Promise<number>): Promise<void> {
  process.exitCode = await main().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  });
}

/** What the system refused is said with its folder: mostly the command runs as another user than the folder is for. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (path === undefined || !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(code ?? ''))
    return error.message;
  return [
    `不能读写 ${path}（${code}）：请检查目录是否已建好、属主、权限和磁盘余量；命令要以门户的用户执行。`,
    `${path} cannot be read or written (${code}): see that the folder is there, whose it is and that the disk has room; run the command as the portal's user.`,
  ].join('\n');
}
