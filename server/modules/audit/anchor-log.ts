import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '#server/context/context.ts';
import * as queries from './queries.ts';

/** One line of the file: what an anchor was when it was written. */
export interface FiledAnchor {
  seq: number;
  at: string;
  hash: string;
  chains: number;
}

/** The file of anchors outside the database, one JSON line each, only ever appended to. */
export function anchorLogPath(config: Pick<Context['config'], 'auditDir'>): string {
  return join(config.auditDir, 'anchors.log');
}

/** The lines of the file; a line cut off by a crash is passed over. Undefined when there is no file. */
export async function readAnchorLog(path: string): Promise<FiledAnchor[] | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    try {
      const found = JSON.parse(line) as Partial<FiledAnchor>;
      return typeof found.seq === 'number' && typeof found.hash === 'string' ? [found as FiledAnchor] : [];
    } catch {
      return [];
    }
  });
}

/** Whether a crash or a full disk has cut the last line off: what is appended to it would be lost with it. */
async function endsInMidLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() !== '\n';
}

const batch = 500;
/** The last anchor that this process has filed, by path, so that the file is read once. */
const filed = new Map<string, number>();

/**
 * Appends every anchor that the file does not have yet, and forces it to the disk; so a crash between database and file
 * is made up by the next anchor. A file that cannot be written is no reason to stop: the log has the hash too.
 */
export async function fileAnchors(context: Pick<Context, 'db' | 'log' | 'config'>): Promise<void> {
  const path = anchorLogPath(context.config);
  try {
    let last = filed.get(path) ?? (await readAnchorLog(path))?.at(-1)?.seq ?? 0;
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+', 0o600);
    try {
      if (await endsInMidLine(file)) await file.appendFile('\n');
      for (;;) {
        const anchors = await queries.listAnchors(context.db, 'asc', last, batch);
        const lines = anchors.map(({ seq, at, hash, heads }) =>
          JSON.stringify({ seq, at, hash, chains: heads.length } satisfies Record<
            keyof FiledAnchor,
            unknown
          >),
        );
        if (lines.length > 0) await file.appendFile(`${lines.join('\n')}\n`);
        last = anchors.at(-1)?.seq ?? last;
        if (anchors.length < batch) break;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    filed.set(path, last);
  } catch (error) {
    context.log.error({ error, path }, 'The anchor could not be written to its file');
  }
}
