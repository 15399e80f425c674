import { createReadStream } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { Actor } from '#domain/access/actor.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { ExportFormat } from '#domain/lists/export-format.ts';
import { exportFileName, exportLimits } from '#domain/lists/export-limits.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { contentTypeByFormat } from '#server/adapters/spreadsheets/sheet-bytes.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { sendBytes } from '#server/modules/records/files/service.ts';
import { detailOf } from './export-audit.ts';
import { describeFilters, type ExportRequest, resolveList, rowsOf } from './export-request.ts';
import { bytesOf } from './sheet.ts';

/**
 * Sends the file itself, for the calls of the specification (S2 §7). Writes it to disk first, so that a slow
 * client does not keep a snapshot of the database open.
 */
export async function sendExportFile(
  call: { context: Context; actor: Actor; requestId: string; reply: FastifyReply },
  request: ExportRequest & { pagePath: string },
): Promise<Refusal<'notFound' | 'forbidden' | 'badInput' | 'tooManyRequests'> | undefined> {
  const { context, actor, requestId } = call;
  const resolved = await resolveList(context, actor, request);
  if (isRefusal(resolved)) return resolved;
  const rows = await rowsOf(resolved);
  if (isRefusal(rows)) return rows;
  const limit = {
    bucket: `export:${actor.staffId}`,
    limit: exportLimits.directDownloads,
    windowSeconds: 600,
  };
  if (!(await reserveHits(context.db, [limit], context.now()))) return refuse('tooManyRequests');

  const filterTexts = await describeFilters(context, resolved, undefined);
  const now = context.now();
  const format = ExportFormat.xlsx;
  const id = context.newId();
  let rowCount = 0;
  const bytes = bytesOf(context, resolved, {
    actor,
    askedAt: now,
    columns: resolved.list.columns,
    format,
    filters: filterTexts,
    maxRows: listLimits.maxExportRows,
    onRows: (count) => {
      rowCount = count;
    },
  });
  const file = await context.files.receive(id, bytes);
  try {
    await inTransaction(context.db, (tx) =>
      appendAudit(tx, context, {
        chain: 'export',
        actor,
        action: 'export.answer',
        objectKind: 'export',
        objectId: id,
        detail: {
          ...detailOf(resolved, {
            format,
            rows: rowCount,
            filtersText: filterTexts,
            pagePath: request.pagePath,
          }),
          size: file.size,
          sha256: file.sha256,
        },
        requestId,
      }),
    );
  } catch (error) {
    await file.discard();
    throw error;
  }
  const content = createReadStream(file.path);
  content.once('close', () => void file.discard().catch(() => undefined));
  const name = exportFileName(resolved.list.title, minuteText(now), format);
  await sendBytes(call, { name, size: file.size, contentType: contentTypeByFormat[format] }, content);
  return undefined;
}
