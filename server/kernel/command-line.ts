import { Misuse } from '#scripts/lib/options.mjs';
import { reasonOfDisk } from './folders/folder.ts';

/** Output of commands, and their exit codes: 0 done, 1 not done or not well, 2 called in a wrong way. */

/**
 * Writes a line and replaces its control characters: values in a database may have been written to deceive the reader.
 */
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
    const code = error instanceof Misuse ? error.exitCode : 1;
    (code === 0 ? process.stdout : process.stderr).write(`${explain(error)}\n`);
    return code;
  });
}

/** Codes of PostgreSQL for a disk without room, and for one that fails. */
const diskCodeOf: Record<string, string> = { '53100': 'ENOSPC', '58030': 'EIO' };

/**
 * Explains an error. An error of the system is reported with its path: mostly the command runs as another
 * user than the folder is for.
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
