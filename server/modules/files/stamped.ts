import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Actor } from '#domain/access/actor.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { mergeLimits } from '#domain/uploads/limits.ts';
import type { Context } from '#server/context/context.ts';
import { isPreviewable } from '#server/files/content-type.ts';
import { type FileRow, isPaperOfOrder } from './queries.ts';

/** Bytes as they are handed out: the file's own, or those of a copy with the reader's name on it. */
export interface Handed {
  size: number;
  isStamped: boolean;
  read(range?: { start: number; end: number }): Readable;
}

/** Larger ones would hold the workshop for too long; they are handed out as they are. */
const mostBytes = 60 * 1_048_576;
/** A copy is kept so long after it was last read: a viewer reads it piece by piece. */
const keptMs = 10 * 60_000;
const mostKept = 40;
/** A look says when it began, so that all its pieces are of one copy; no longer ago than this. */
const longestLookSeconds = 12 * 3600;

interface Copy {
  path: string;
  /** Undefined: none could be made. */
  size: number | undefined;
}

interface Kept {
  copy: Promise<Copy>;
  timer?: NodeJS.Timeout;
}

/** Copies with names on them, made once for a look and removed when nobody reads them any more. */
const copies = new Map<string, Kept>();

/**
 * What this person is handed of a file: where the office has it so (`FILE_WATERMARK`), a picture or a PDF of an order carries their name, organisation
 * and the time. Papers of the portal do not: their hash is on them, and their signature over them. What cannot be stamped is handed out as it is.
 */
export async function handOut(
  context: Context,
  actor: Actor,
  file: FileRow,
  look: { way: 'preview' | 'download'; startedAt?: number | undefined },
): Promise<Handed> {
  const own: Handed = {
    size: file.size,
    isStamped: false,
    read: (range) => context.files.read(file.bytesId, range),
  };
  if (!(await isToBeStamped(context, file, look.way))) return own;
  const { path, size } = await keepCopy(context, actor, file, timeOfLook(context, look.startedAt));
  return size === undefined ? own : { size, isStamped: true, read: (range) => createReadStream(path, range) };
}

async function isToBeStamped(
  { config, db }: Context,
  file: FileRow,
  way: 'preview' | 'download',
): Promise<boolean> {
  if (!config.uploads.watermark[way] || file.workorderId === null || file.size > mostBytes) return false;
  return isPreviewable(file.contentType) && !(await isPaperOfOrder(db, file.id));
}

/** The time as it stands on the copy; what a client says of it is believed within a working day. */
function timeOfLook(context: Context, startedAt: number | undefined): string {
  const now = Math.floor(context.now().getTime() / 1000);
  const isLikely = startedAt !== undefined && startedAt <= now + 60 && startedAt > now - longestLookSeconds;
  return minuteText(new Date((isLikely ? startedAt : now) * 1000));
}

async function keepCopy(context: Context, actor: Actor, file: FileRow, time: string): Promise<Copy> {
  const lines = [`${actor.name} ${actor.orgName}`, time];
  const key = createHash('sha256')
    .update([file.bytesId, actor.staffId, ...lines].join('\n'))
    .digest('hex');
  const found = copies.get(key) ?? { copy: makeCopy(context, file, lines) };
  copies.set(key, found);
  clearTimeout(found.timer);
  found.timer = setTimeout(() => void dropCopy(key), keptMs);
  found.timer.unref();
  const [oldest] = copies.keys();
  if (copies.size > mostKept && oldest !== undefined && oldest !== key) void dropCopy(oldest);
  try {
    return await found.copy;
  } catch (error) {
    void dropCopy(key);
    throw error;
  }
}

/** Whoever is still reading goes on: an open file lives until it is closed. What a killed process leaves goes with the leftovers. */
async function dropCopy(key: string): Promise<void> {
  const kept = copies.get(key);
  copies.delete(key);
  clearTimeout(kept?.timer);
  const copy = await kept?.copy.catch(() => undefined);
  if (copy) await rm(copy.path, { force: true });
}

async function makeCopy(context: Context, file: FileRow, lines: readonly string[]): Promise<Copy> {
  const path = await context.files.sidePath(context.newId());
  const borrowed = await context.files.borrow(file.bytesId);
  try {
    const made = await context.workshop.make({
      work: 'stamp',
      path: borrowed.path,
      out: path,
      contentType: file.contentType,
      lines,
      mostPages: mergeLimits.pages,
    });
    if (made !== undefined && !('fault' in made)) return { path, size: made.size };
    context.log.warn({ fileId: file.id, fault: made?.fault }, 'A file is handed out without a name on it');
    return { path, size: undefined };
  } finally {
    await borrowed.giveBack();
  }
}
