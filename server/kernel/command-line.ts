import { UsageError } from '#scripts/lib/options.mjs';
import { reasonOfDisk } from './folders/folder.ts';

/** Output of commands, and their exit codes: 0 success, 1 failure or bad findings, 2 wrong usage. */

/**
 * Writes a line and replaces its control characters: values from a database may have been written to deceive
 * the reader.
 */
export const printLine = (chinese: string, english = '') =>
  process.stdout.write(
    `${[chinese, english]
      .filter(Boolean)
      .join('  ')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')}\n`,
  );

const progressMs = 5_000;

/** Prints a line to stderr every few seconds, so that the command does not look stuck on a large database. */
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
    const code = error instanceof UsageError ? error.exitCode : 1;
    (code === 0 ? process.stdout : process.stderr).write(`${explain(error)}\n`);
    return code;
  });
}

/** PostgreSQL codes for a full disk, and for a failing one. */
const diskCodeOf: Record<string, string> = { '53100': 'ENOSPC', '58030': 'EIO' };

/**
 * Explains an error. A system error is reported with its path: usually the command runs as another user than
 * the owner of the folder.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const reason = reasonOfDisk(diskCodeOf[code ?? ''] ?? code);
  if (reason === undefined) return error.message;
  // Errors of chunked writing have no path.
  if (path === undefined) return `没有完成（${code}）：${reason[0]}。\nNot done (${code}): ${reason[1]}.`;
  return `不能读写 ${path}（${code}）：${reason[0]}。\n${path} cannot be read or written (${code}): ${reason[1]}.`;
}
