import type { UploadedFile } from '#contract/files.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { FileRow } from './queries.ts';

export function presentFile(row: FileRow): UploadedFile {
  return {
    id: row.id,
    filename: row.name,
    size: row.size,
    contentType: row.contentType,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Returns the answer to an upload. */
export function presentUploads<R extends Refusal>(
  rows: FileRow[] | R,
): { rows: UploadedFile[]; total: number } | R {
  return isRefusal(rows) ? rows : { rows: rows.map(presentFile), total: rows.length };
}
