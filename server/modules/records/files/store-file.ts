import type { Actor } from '#domain/access/actor.ts';
import { hasThumbnail } from '#server/adapters/files/content-type.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { assignBlobs, reconcileBytes } from './blobs.ts';
import type { PictureToStore } from './convert-picture.ts';
import { type FileRow, insertFile } from './queries.ts';
import { queueThumbnail } from './thumbnails.queries.ts';

/** Stores one file whose content was already checked: first the bytes, then the row that refers to them. */
export async function storeFile(
  context: Context,
  actor: Actor,
  file: { name: string; bytes: Uint8Array; contentType: string },
  requestId: string,
): Promise<FileRow> {
  const id = context.newId();
  const { size, sha256 } = await context.files.put(id, file.bytes);
  const { name, contentType } = file;
  const { row, blobs } = await inTransaction(context.db, async (tx) => {
    const assigned = await assignBlobs(tx, context, [{ id, size, sha256 }]);
    const blobId = assigned.get(id)?.blobId ?? id;
    const stored = { id, blobId, name, size, sha256, contentType };
    return {
      row: await recordUpload(tx, context, { actor, requestId }, stored),
      blobs: [...assigned.values()],
    };
  });
  await reconcileBytes(context, blobs);
  return row;
}

/** Inserts the row of a file whose bytes are stored, and its audit record. */
export async function recordUpload(
  tx: Tx,
  context: Context,
  { actor, requestId }: { actor: Actor; requestId: string },
  file: {
    id: string;
    blobId: string;
    name: string;
    size: number;
    sha256: string;
    contentType: string;
    isPublic?: boolean | undefined;
    md5?: string | undefined;
    sourceOrderIds?: readonly string[] | undefined;
    convertedFrom?: PictureToStore['convertedFrom'] | undefined;
  },
): Promise<FileRow> {
  const {
    id,
    blobId,
    name,
    size,
    sha256,
    contentType,
    isPublic = false,
    md5,
    sourceOrderIds,
    convertedFrom,
  } = file;
  const createdAt = context.now();
  await insertFile(tx, {
    id,
    owner_staff_id: actor.staffId,
    name,
    size,
    content_type: contentType,
    sha256,
    is_public: isPublic,
    blob_id: blobId,
    md5: md5 ?? null,
    made_of: sourceOrderIds === undefined ? null : [...sourceOrderIds],
    created_at: createdAt,
  });
  if (hasThumbnail(contentType)) {
    await queueThumbnail(tx, blobId);
    context.notifier.wake('files.thumbnails');
  }
  await appendAudit(tx, context, {
    chain: 'file',
    actor,
    action: 'file.upload',
    objectKind: 'file',
    objectId: id,
    detail: {
      name,
      size,
      sha256,
      contentType,
      ...(isPublic && { isPublic }),
      ...(convertedFrom && { convertedFrom }),
    },
    requestId,
  });
  return {
    id,
    bytesId: blobId,
    ownerStaffId: actor.staffId,
    workorderId: null,
    name,
    size,
    contentType,
    sha256,
    isPublic,
    createdAt,
    sourceOrderIds: sourceOrderIds === undefined ? null : [...sourceOrderIds],
  };
}
