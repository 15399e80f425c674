import { createHash } from 'node:crypto';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { AuditRecord } from './chain.ts';
import { type ChainSubject, type Finding, finding, orderSubject } from './findings.ts';
import { type FileRecord, listFileRows } from './verify.queries.ts';

/** Facts about a file in the audit record of its upload. */
interface Upload {
  id: string;
  staffId: string | null;
  name: unknown;
  size: unknown;
  sha256: unknown;
  /** Undefined in old records, which do not contain it. */
  contentType: unknown;
}

/** Returns the upload of an audit record; undefined for every other record. */
export function uploadOf(record: AuditRecord): Upload | undefined {
  if (record.chain !== 'file' || record.action !== 'file.upload') return undefined;
  // A forged detail may be anything, even null.
  const { name, size, sha256, contentType } = (record.detail ?? {}) as Record<string, unknown>;
  return { id: record.objectId, staffId: record.staffId, name, size, sha256, contentType };
}

/**
 * Compares files with the audit records of their uploads, row and bytes. A file without a row was removed,
 * which is no problem: if an order refers to it, that is reported for the order; `currentDb` shows which
 * files were removed during the verification. Without a store the bytes are not checked.
 */
export async function checkUploads(
  db: Db,
  currentDb: Db,
  uploads: readonly Upload[],
  store: Pick<FileStore, 'read'> | undefined,
): Promise<Finding[]> {
  const rows = new Map(
    (
      await listFileRows(
        db,
        uploads.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const findings: Finding[] = [];
  for (const upload of uploads) {
    const row = rows.get(upload.id);
    if (!row) continue;
    if (
      row.name !== upload.name ||
      row.size !== upload.size ||
      row.sha256 !== upload.sha256 ||
      (upload.contentType !== undefined && row.content_type !== upload.contentType) ||
      row.owner_staff_id !== upload.staffId
    )
      findings.push(
        finding(
          subjectOf(row),
          `附件“${row.name}”（${row.id}）的登记被改动`,
          `the row of file ${row.id} was changed`,
        ),
      );
    if (!store) continue;
    const sha256 = await hashOf(store, row.bytes_id, Number(upload.size));
    if (sha256 === undefined && (await listFileRows(currentDb, [upload.id])).length === 0) continue;
    if (sha256 === undefined)
      findings.push(
        finding(
          subjectOf(row),
          `附件“${row.name}”（${row.id}）的文件丢失`,
          `the bytes of file ${row.id} are missing`,
        ),
      );
    else if (sha256 !== upload.sha256)
      findings.push(
        finding(
          subjectOf(row),
          `附件“${row.name}”（${row.id}）的内容被改动`,
          `the bytes of file ${row.id} were changed`,
        ),
      );
  }
  return findings;
}

function subjectOf(row: FileRecord): ChainSubject {
  return row.code === null
    ? { chinese: '未关联办件的文件', english: 'a file of no order' }
    : orderSubject(row.code);
}

/**
 * Returns the hash of the bytes; undefined if there are none, and an empty text if they cannot be read or are
 * too many.
 */
async function hashOf(store: Pick<FileStore, 'read'>, id: string, size: number): Promise<string | undefined> {
  const hash = createHash('sha256');
  let remaining = size;
  try {
    for await (const chunk of store.read(id)) {
      hash.update(chunk as Uint8Array);
      remaining -= (chunk as Uint8Array).length;
      if (remaining < 0) return '';
    }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : '';
  }
  return hash.digest('hex');
}
