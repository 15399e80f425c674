import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '#server/framework/context.ts';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { reasonOfDisk } from '#server/kernel/folders/folder.ts';
import { isAuditFolderLost } from '#server/kernel/folders/own-folders.ts';
import type { Log } from '#server/kernel/log/log.ts';
import { createThrottledLog } from '#server/kernel/log/throttled-log.ts';
import { isAnchorValid } from './anchor-hash.ts';
import * as queries from './queries.ts';

/** One line of the file: an anchor as originally written. */
export interface FiledAnchor {
  seq: number;
  at: string;
  hash: string;
  chains: number;
}

/**
 * Returns the path of the file of anchors outside the database, with one JSON line each; lines are only
 * appended.
 */
export function anchorLogPath(config: Pick<Context['config'], 'auditDir'>): string {
  return join(config.auditDir, 'anchors.log');
}

/**
 * Refuses to start if anchors cannot be appended to the file, for example because another user created it:
 * while the portal runs, a failure is only logged, and anchors outside the database would be missing until an
 * operator reads that.
 */
export async function checkAnchorLog(config: Pick<Context['config'], 'auditDir'>): Promise<void> {
  const path = anchorLogPath(config);
  try {
    await (await open(path, constants.O_WRONLY | constants.O_APPEND)).close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    const [chinese, english] = reasonOfDisk(code) ?? [reasonOf(error), reasonOf(error)];
    throw new StartupError(
      `审计锚点文件 ${path} 不能写入（${code}）：${chinese}。请检查它的属主和权限（如曾以其他用户执行过命令）。`,
      `The anchor file ${path} cannot be written (${code}): ${english}. Check its owner and permissions.`,
      { cause: error },
    );
  }
}

/** Reads the lines of the file; a line truncated by a crash is skipped. Undefined if there is no file. */
export async function readAnchorLog(path: string): Promise<FiledAnchor[] | undefined> {
  const text = await readIfExists(path);
  return text === undefined ? undefined : anchorsOf(text);
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function anchorsOf(text: string): FiledAnchor[] {
  return text.split('\n').flatMap((line) => {
    try {
      const anchor = JSON.parse(line) as Partial<FiledAnchor>;
      return typeof anchor.seq === 'number' && typeof anchor.hash === 'string' ? [anchor as FiledAnchor] : [];
    } catch {
      return [];
    }
  });
}

/** Checks whether a crash or a full disk truncated the last line: a line appended to it would be lost too. */
async function endsInMidLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() !== '\n';
}

const batch = 500;
/** Many times the length of a line. */
const tailBytes = 4096;
/** There is at most one anchor a minute; the check tolerates two that are not filed yet. */
const followIntervalMs = 30_000;

/** Returns the newest lines; the file grows for years, so only its end is read. */
async function lastLines(file: FileHandle): Promise<FiledAnchor[]> {
  const { size } = await file.stat();
  const length = Math.min(size, tailBytes);
  if (length === 0) return [];
  const { buffer } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
  return anchorsOf(buffer.toString());
}

/**
 * Returns the number after which filing continues. If the file has the anchor's number with another hash, the
 * anchor was written after the database lost some; it is filed in addition, as evidence.
 */
function findLastFiledNumber(
  lines: readonly FiledAnchor[],
  newAnchor?: Pick<FiledAnchor, 'seq' | 'hash'>,
): number {
  const last = lines.at(-1)?.seq ?? 0;
  if (
    newAnchor === undefined ||
    lines.some(({ seq, hash }) => seq === newAnchor.seq && hash === newAnchor.hash)
  )
    return last;
  return Math.min(last, newAnchor.seq - 1);
}

/**
 * An unmounted disk leaves an empty folder, and files written there are hidden when the disk is mounted
 * again.
 */
const lostFolderMessage =
  'The folder of the anchors has lost its installation mark: its disk may not be mounted, and nothing is filed there';

type AnchorLogContext = Pick<Context, 'db' | 'log' | 'config' | 'crypto'>;

/**
 * The current filing of each file: the next one reads the last line after it, or it would file that anchor
 * again.
 */
const currentFilings = new Map<string, Promise<void>>();

/**
 * Appends the anchor just written, if any, and every earlier one that the file lacks, and flushes the file;
 * so the next anchor compensates for a crash between database and file. No number is filed twice, except as evidence
 * (`findLastFiledNumber`): numbers that a database lost are recorded at the start, and numbering continues after them
 * (docs/decisions/0210). An anchor that the portal did not write is not filed. A file that cannot be written does not
 * stop the portal: the log contains the hash too.
 */
export function appendAnchors(
  context: AnchorLogContext,
  newAnchor?: Pick<FiledAnchor, 'seq' | 'hash'>,
): Promise<void> {
  const path = anchorLogPath(context.config);
  const filing = (currentFilings.get(path) ?? Promise.resolve()).then(() =>
    appendMissing(context, path, newAnchor),
  );
  currentFilings.set(path, filing);
  return filing;
}

/**
 * Logs with limited repetition: anchors are filed twice a minute, and a folder may be unavailable for hours.
 */
const throttledLogs = new WeakMap<Log, Log>();

function throttledLogOf(log: Log): Log {
  const known = throttledLogs.get(log) ?? createThrottledLog(log);
  throttledLogs.set(log, known);
  return known;
}

async function appendMissing(
  context: AnchorLogContext,
  path: string,
  newAnchor: Pick<FiledAnchor, 'seq' | 'hash'> | undefined,
): Promise<void> {
  try {
    if (await isAuditFolderLost(context.config)) throw new Error(lostFolderMessage);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'a+', 0o600);
    try {
      let last = findLastFiledNumber(await lastLines(file), newAnchor);
      if (await endsInMidLine(file)) await file.appendFile('\n');
      for (;;) {
        const anchors = await queries.listAnchors(context.db, 'asc', last, batch);
        const ownAnchors = anchors.filter((anchor) => isAnchorValid(anchor, context.crypto));
        if (ownAnchors.length < anchors.length)
          context.log.error(
            { anchors: anchors.filter((anchor) => !ownAnchors.includes(anchor)).map(({ seq }) => seq) },
            'Anchors in the database were not written by the portal: run audit:verify',
          );
        const lines = ownAnchors.map(({ seq, at, hash, heads }) =>
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
  } catch (error) {
    throttledLogOf(context.log).error({ error, path }, 'The anchor could not be written to its file');
  }
}

/**
 * Keeps the file of this server complete while others write the anchors: servers need not share a disk, and
 * each verifies the audit log against its own file. Returns a function that stops it.
 */
export function followAnchors(context: AnchorLogContext, intervalMs = followIntervalMs): () => Promise<void> {
  const appendIfMissing = async () => {
    const newest = await queries.findNewestAnchorNumber(context.db);
    if (newest > (await newestAnchorNumber(anchorLogPath(context.config)))) await appendAnchors(context);
  };
  let currentFiling: Promise<void> | undefined;
  const timer = setInterval(() => {
    // One filing at a time, so that the end waits for all of them.
    currentFiling ??= appendIfMissing()
      .catch((error: unknown) =>
        context.log.warn({ error }, 'The anchors of other servers could not be read'),
      )
      .finally(() => {
        currentFiling = undefined;
      });
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await currentFiling;
  };
}

/** Returns the number of the newest line of a file; 0 if there is none. */
export async function newestAnchorNumber(path: string): Promise<number> {
  const file = await open(path).catch(() => undefined);
  try {
    return file ? findLastFiledNumber(await lastLines(file)) : 0;
  } finally {
    await file?.close();
  }
}
