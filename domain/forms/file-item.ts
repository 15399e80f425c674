import { extensionOf } from '../uploads/file-name.ts';
import type { StoredFile } from './kinds/upload/upload.ts';

/** A file of an upload field as the specification names its parts (S2 §3). */
export interface FileItem extends StoredFile {
  uid: string;
  percent: number;
  status: 'done';
  /** Content type, by the extension of the name. */
  type: string;
  errorMsg: string;
  /** Id of the file. */
  url: string;
  response: { data: { rows: { id: string; filename: string; size: number; contentType: string }[] } };
}

const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Returns a stored file as an uploaded item. */
export function fileItemOf({ id, name, size }: StoredFile): FileItem {
  const type = contentTypes[extensionOf(name)] ?? 'application/octet-stream';
  return {
    id,
    uid: id,
    name,
    size,
    percent: 100,
    status: 'done',
    type,
    errorMsg: '',
    url: id,
    response: { data: { rows: [{ id, filename: name, size, contentType: type }] } },
  };
}

/**
 * Returns the id of a file that a client sends: `id`, else that of the upload's answer, else `url`; undefined if
 * there is none.
 */
export function fileIdOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  return [item.id, idInResponse(item.response), item.url].find(
    (id): id is string => typeof id === 'string' && id !== '',
  );
}

/** Checks whether a client has removed an item, or its upload failed: such an item is no file of the field. */
export function isLeftOut(item: unknown): boolean {
  return isObject(item) && (item.status === 'removed' || item.status === 'error');
}

function idInResponse(response: unknown): unknown {
  if (!isObject(response) || !isObject(response.data) || !Array.isArray(response.data.rows)) return undefined;
  const [row]: unknown[] = response.data.rows;
  return isObject(row) ? row.id : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
