import { randomUUID } from 'node:crypto';
import { visibilityMarks } from '#domain/access/visibility-marks.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { exportLimits } from '#domain/lists/export-limits.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { IncomingFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { findActor } from '#server/modules/access/session/service.ts';
import { sendMessages } from '#server/modules/cases/messages/service.ts';
import { removeBytes } from '#server/modules/records/files/service.ts';
import { columnsOf, resolveList } from './export-request.ts';
import { storedRequestOf } from './present.ts';
import * as queries from './queries.ts';
import { bytesOf, missingRowsText } from './sheet.ts';

/** Milliseconds between progress reports, which is often enough for a screen and not too often for a long export. */
const reportIntervalMs = 500;
/** Seconds without a progress report after which a worker counts as dead; batches take far less. */
const silentSeconds = 60;

/** Thrown if this worker has lost the claim: the owner cancelled the export, or another worker claimed it. */
class LostClaimError extends Error {}

/** Thrown if the owner may no longer get the export; another try would fail in the same way. */
class NotAllowedError extends Error {}

/** Writes waiting exports one after the other, until none is left. */
export async function writeExports(context: JobContext): Promise<void> {
  for (;;) {
    if (context.stopSignal?.aborted) return context.notifier.wake('export.write');
    // Waiting exports are checked again each minute, and continue once there is free space (0178).
    if (await context.space.lacksSpace())
      return context.log.error({}, 'The disk is nearly full: exports are postponed');
    const claim = randomUUID();
    const row = await queries.claimNextExport(context.db, claim, silentSeconds);
    if (!row) return;
    notifyOwner(context, row);
    if (row.tries > exportLimits.maxTries) await abandonExport(context, row, claim);
    else await write(context, row, claim);
    notifyOwner(context, row);
  }
}

function notifyOwner({ notifier }: Pick<Context, 'notifier'>, { staffId, id }: queries.ExportRow): void {
  notifier.notify({ topics: [`staff:${staffId}`], event: 'export', id });
}

async function write(context: Context, row: queries.ExportRow, claim: string): Promise<void> {
  let file: IncomingFile | undefined;
  const fileId = context.newId();
  try {
    const written = await writeFile(context, row, claim, fileId);
    file = written.file;
    await file.keep();
    if (await finish(context, row, claim, { fileId, ...written })) await context.files.confirm(fileId);
    else await context.files.remove(fileId);
  } catch (error) {
    if (error instanceof LostClaimError) return;
    context.log.error({ error, export: row.id }, 'An export could not be written');
    const hadClaim = mayTryAgain(row, error)
      ? await queries.releaseExport(context.db, row.id, claim)
      : await abandonExport(context, row, claim);
    // If another worker has claimed the export, a row may refer to the file: it is left for the clean-up.
    if (hadClaim && file) await context.files.remove(fileId);
  }
}

/**
 * Checks whether an export may be tried again: temporary errors, such as a restarted database or a full disk,
 * allow it.
 */
function mayTryAgain({ tries }: queries.ExportRow, error: unknown): boolean {
  return tries < exportLimits.maxTries && !(error instanceof NotAllowedError);
}

/** Writes the file with the permissions that the person has now. */
async function writeFile(
  context: Context,
  row: queries.ExportRow,
  claim: string,
  fileId: string,
): Promise<{ file: IncomingFile; rows: number; marksAtWriting: readonly string[] }> {
  const actor = await findActor(context, row.account);
  if (actor?.staffId !== row.staffId) throw new NotAllowedError('The owner of this export no longer exists');
  const { query, words: filtersText } = storedRequestOf(context, row);
  const resolved = await resolveList(context, actor, { list: row.list, query, ids: row.rowIds ?? undefined });
  if (isRefusal(resolved)) throw new NotAllowedError(`The list is refused: ${resolved.refused}`);
  const columns = columnsOf(resolved.list, row.columns);
  if (isRefusal(columns)) throw new NotAllowedError('A column of the list no longer exists');
  let rows = 0;
  let reportedAt = 0;
  let isClaimLost = false;
  const bytes = bytesOf(context, resolved, {
    actor,
    askedAt: row.askedAt,
    columns,
    format: row.format,
    filters: filtersText,
    maxRows: listLimits.maxExportRows,
    async onRows(count) {
      rows = count;
      if (performance.now() - reportedAt < reportIntervalMs) return;
      reportedAt = performance.now();
      isClaimLost = !(await queries.reportProgress(context.db, row.id, claim, count));
      if (isClaimLost) throw new LostClaimError();
      notifyOwner(context, row);
    },
  });
  try {
    return { file: await context.files.receive(fileId, bytes), rows, marksAtWriting: visibilityMarks(actor) };
  } catch (error) {
    throw isClaimLost ? new LostClaimError() : error;
  }
}

/** Marks the export as done and notifies its owner; returns false if it was cancelled meanwhile. */
function finish(
  context: Context,
  row: queries.ExportRow,
  claim: string,
  {
    fileId,
    file,
    rows,
    marksAtWriting,
  }: { fileId: string; file: IncomingFile; rows: number; marksAtWriting: readonly string[] },
): Promise<boolean> {
  const { size, sha256 } = file;
  return inTransaction(context.db, async (tx) => {
    const result = { rows, fileId, size, sha256, now: context.now(), marksAtWriting };
    if (!(await queries.finishExport(tx, row.id, claim, result))) return false;
    await sendMessages(tx, context, [
      {
        staffId: row.staffId,
        kind: 'export',
        title: `导出完成：${row.title}`,
        content: [
          `${row.fileName}，共 ${rows} 条`,
          ...missingRowsText(row.rowIds?.length, rows),
          `${exportLimits.retentionDays} 天内可在“我的导出”中下载。`,
        ].join('，'),
        channels: [MessageChannel.inPortal],
      },
    ]);
    await appendAudit(tx, context, {
      chain: 'export',
      actor: undefined,
      action: 'export.done',
      objectKind: 'export',
      objectId: row.id,
      detail: { list: row.list, title: row.title, staffId: row.staffId, rows, size, sha256 },
      requestId: row.id,
    });
    return true;
  });
}

/** Ends the export without a file; returns false if it was done, cancelled or claimed by another worker. */
function abandonExport(context: Context, row: queries.ExportRow, claim: string): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    if (!(await queries.failExport(tx, row.id, claim, context.now()))) return false;
    await sendMessages(tx, context, [
      {
        staffId: row.staffId,
        kind: 'export',
        title: `导出异常：${row.title}`,
        content: '文件未能生成，可在“我的导出”中重试。',
        channels: [MessageChannel.inPortal],
      },
    ]);
    return true;
  });
}

const dayMs = 86_400_000;
const batchSize = 200;

/** Removes old exports: first the rows, then the files once the deletion of the rows is committed. */
export async function cleanUpExports(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - exportLimits.retentionDays * dayMs);
  let removed = 0;
  for (;;) {
    const old = await inTransaction(context.db, async (tx) => {
      const rows = await queries.deleteOldExports(tx, before, batchSize);
      for (const { fileId } of rows) if (fileId) await context.files.markDoubtful(fileId);
      return rows;
    });
    await removeBytes(
      context,
      old.flatMap(({ fileId }) => fileId ?? []),
    );
    removed += old.length;
    if (old.length < batchSize) break;
  }
  if (removed > 0) context.log.info({ removed }, 'Expired exports were removed');
}
