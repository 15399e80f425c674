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
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  });
}
