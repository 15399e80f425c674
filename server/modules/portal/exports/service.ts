import type { z } from 'zod';
import type { ExportTask, exportTasks } from '#contract/exports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { problemOfMarks } from '#domain/access/visibility-marks.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { ExportState } from '#domain/lists/export-format.ts';
import { exportFileName, exportLimits } from '#domain/lists/export-limits.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actOnce, appendAudit } from '#server/modules/access/audit/service.ts';
import { auditRecordOf, detailOf } from './export-audit.ts';
import { columnsOf, describeFilters, type ResolvedExport, resolveList, rowsOf } from './export-request.ts';
import { presentExport, type StoredExportRequest, storedRequestOf } from './present.ts';
import * as queries from './queries.ts';

export { checkExport } from './export-request.ts';
export { listOfPath } from './registry.ts';
export { sendExportFile } from './send-export-file.ts';
export { cleanUpExports, writeExports } from './write-exports.ts';

const dayMs = 86_400_000;
const maxListed = 50;

/**
 * Returns the time before which ended exports are treated as deleted, even if the clean-up has not run yet.
 */
const oldestRetainedTime = ({ now }: Pick<Context, 'now'>) =>
  new Date(now().getTime() - exportLimits.retentionDays * dayMs);

/**
 * Returns the exports that this person requested, newest first, without those that are too old. The files are
 * written by a job (docs/decisions/0142).
 */
export async function listExports(context: Context, actor: Actor): Promise<{ rows: ExportTask[] }> {
  const rows = await queries.listExportsOfPerson(context.db, actor.staffId, {
    endedSince: oldestRetainedTime(context),
    limit: maxListed,
  });
  return { rows: rows.map((row) => presentExport(context, actor, row)) };
}

type ExportRequestBody = z.output<typeof exportTasks.request.body>;

const tooManyAtOnce = refuse('tooManyRequests', {
  message: `您已有${exportLimits.maxOpenPerPerson}个导出任务正在进行，请待完成后再试`,
});

/** Adds an export to the queue: it is checked like the list's own call, and again when it is written. */
export async function requestExport(
  call: ActingCall<typeof exportTasks.request> & { actor: Actor },
  body: ExportRequestBody,
) {
  const { context, actor } = call;
  const resolved = await resolveList(context, actor, body);
  if (isRefusal(resolved)) return resolved;
  const columns = columnsOf(resolved.list, body.columns);
  if (isRefusal(columns)) return columns;
  const rows = await rowsOf(resolved);
  if (isRefusal(rows)) return rows;
  const filtersText = await describeFilters(context, resolved, body.ids);
  const answer = await actOnce(call, async (tx) => {
    if ((await queries.countOpenExports(tx, actor.staffId)) >= exportLimits.maxOpenPerPerson)
      return tooManyAtOnce;
    const now = context.now();
    const row: queries.ExportRow = {
      id: context.newId(),
      staffId: actor.staffId,
      account: actor.account,
      list: resolved.list.name,
      title: resolved.list.title,
      fileName: exportFileName(resolved.list.title, minuteText(now), body.format),
      format: body.format,
      askedSealed: context.crypto.seal(
        JSON.stringify({ query: resolved.query, words: filtersText } satisfies StoredExportRequest),
      ),
      columns: columns.map(({ key }) => key),
      rowIds: body.ids === undefined ? null : [...new Set(body.ids)],
      pagePath: body.pagePath,
      state: ExportState.waiting,
      rows: 0,
      rowsInAll: rows,
      tries: 0,
      claim: null,
      fileId: null,
      size: 0,
      askedAt: now,
      finishedAt: null,
      marksAtWriting: null,
    };
    await queries.insertExport(tx, {
      id: row.id,
      staff_id: row.staffId,
      account: row.account,
      list: row.list,
      title: row.title,
      file_name: row.fileName,
      format: row.format,
      asked_sealed: row.askedSealed,
      columns: row.columns,
      row_ids: row.rowIds,
      page_path: row.pagePath,
      state: row.state,
      rows_in_all: rows,
      asked_at: now,
    });
    return {
      answer: presentExport(context, actor, row),
      auditRecord: auditRecordOf('export.ask', row.id, detailOf(resolved, { ...body, rows, filtersText })),
    };
  });
  context.notifier.wake('export.write');
  return answer;
}

/** Stops an own export that is waiting or running; the part already written is deleted. */
export async function cancelExport(
  call: ActingCall<typeof exportTasks.cancel> & { actor: Actor },
  id: string,
) {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    const row = await queries.setExportCancelled(tx, actor.staffId, id, context.now());
    if (row)
      return {
        answer: presentExport(context, actor, row),
        auditRecord: auditRecordOf('export.cancel', id, { list: row.list }),
      };
    const ended = await queries.findExportOfPerson(tx, actor.staffId, id);
    return ended === undefined ? refuse('notFound') : refuse('badInput', { message: '该导出任务已结束' });
  });
}

/** Returns a failed or cancelled export to the queue, after checking it again. */
export async function retryExport(call: ActingCall<typeof exportTasks.retry> & { actor: Actor }, id: string) {
  const { context, actor } = call;
  const row = await queries.findExportOfPerson(context.db, actor.staffId, id);
  if (row === undefined) return refuse('notFound');
  const { query, words: filtersText } = storedRequestOf(context, row);
  const resolved = await resolveList(context, actor, { list: row.list, query, ids: row.rowIds ?? undefined });
  if (isRefusal(resolved)) return resolved;
  const rows = await rowsOf(resolved);
  if (isRefusal(rows)) return rows;
  const answer = await actOnce(call, async (tx) => {
    if ((await queries.countOpenExports(tx, actor.staffId)) >= exportLimits.maxOpenPerPerson)
      return tooManyAtOnce;
    const now = context.now();
    const fileName = exportFileName(row.title, minuteText(now), row.format);
    const requeued = await queries.requeueExport(tx, actor.staffId, id, { rowsInAll: rows, fileName, now });
    if (!requeued) return refuse('badInput', { message: '只有未完成的导出任务可以重试' });
    const request = { format: row.format, rows, filtersText, pagePath: row.pagePath };
    return {
      answer: presentExport(context, actor, requeued),
      auditRecord: auditRecordOf('export.retry', id, detailOf(resolved, request)),
    };
  });
  context.notifier.wake('export.write');
  return answer;
}

/**
 * Refuses the file of an own export to a person who has moved to another organisation, has lost a permission
 * since it was written, or may no longer open its list.
 */
async function refusalOfRow(
  { context, actor }: { context: Context; actor: Actor },
  row: queries.ExportRow,
): Promise<ResolvedExport | Refusal<'notFound' | 'forbidden' | 'badInput'>> {
  const resolved = await resolveList(context, actor, { list: row.list, query: {}, ids: undefined });
  if (isRefusal(resolved)) return resolved;
  const message = problemOfMarks(row.marksAtWriting, actor);
  return message === undefined ? resolved : refuse('forbidden', { message });
}

/**
 * Refuses a ticket for an export of this id that the person may not fetch; for exports of other people the result is
 * undefined.
 */
export async function refusalOfTicket(
  call: { context: Context; actor: Actor },
  subject: string,
): Promise<Refusal<'forbidden'> | undefined> {
  const row = await queries.findExportOfPerson(call.context.db, call.actor.staffId, subject);
  if (row?.state !== ExportState.done) return undefined;
  const resolved = await refusalOfRow(call, row);
  return isRefusal(resolved) ? refuse('forbidden', { message: resolved.message }) : undefined;
}

/** Returns an own export whose file may be fetched: done, not too old, and still allowed for this person. */
export async function fetchExport(
  call: { context: Context; actor: Actor; requestId: string },
  id: string,
): Promise<(queries.ExportRow & { fileId: string }) | Refusal<'notFound' | 'forbidden' | 'badInput'>> {
  const { context, actor, requestId } = call;
  const row = await queries.findExportOfPerson(context.db, actor.staffId, id);
  if (!row?.fileId || row.state !== ExportState.done || !row.finishedAt) return refuse('notFound');
  if (row.finishedAt < oldestRetainedTime(context)) {
    return refuse('notFound', { message: '导出文件已过期，请重新导出' });
  }
  const resolved = await refusalOfRow(call, row);
  if (isRefusal(resolved)) return resolved;
  // The disk may have lost the file; the audit log must not record it as fetched.
  if ((await context.files.size(row.fileId)) === undefined) {
    return refuse('notFound', { message: '导出文件已丢失，请重新导出' });
  }
  const request = {
    format: row.format,
    rows: row.rows,
    filtersText: storedRequestOf(context, row).words,
    pagePath: row.pagePath,
  };
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      ...auditRecordOf('export.download', id, detailOf(resolved, request)),
      actor,
      requestId,
    }),
  );
  return { ...row, fileId: row.fileId };
}
