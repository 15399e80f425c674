import type { UploadedFile } from '#contract/files.ts';
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
