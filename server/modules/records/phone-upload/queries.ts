import { type Insertable, sql } from 'kysely';
import type { PhoneUploadsTable } from '#server/kernel/database/phone-upload-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const columns = [
  'id',
  'staff_id as staffId',
  'session_id as sessionId',
  'form_title as form',
  'field_title as field',
  'formats',
  'max_size_mb as maxSizeMb',
  'max_count as maxCount',
  'expires_at as expiresAt',
  'scanned_at as scannedAt',
  'phone_hash as phoneHash',
  'submitted_at as submittedAt',
  'ended_at as endedAt',
] as const;

export async function findOwnCode(db: Db, staffId: string, id: string) {
  return await db
    .selectFrom('phone_uploads')
    .select(columns)
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

export type PhoneUploadRow = NonNullable<Awaited<ReturnType<typeof findOwnCode>>>;

/**
 * Locks the row of a code for each change, so that expiry, refresh and submission happen one after the other.
 */
export async function lockOwnCode(tx: Tx, staffId: string, id: string): Promise<PhoneUploadRow | undefined> {
  return await tx
    .selectFrom('phone_uploads')
    .select(columns)
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst();
}

export async function findByCode(db: Db, codeHash: string): Promise<PhoneUploadRow | undefined> {
  return await db
    .selectFrom('phone_uploads')
    .select(columns)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

export async function lockByCode(tx: Tx, codeHash: string): Promise<PhoneUploadRow | undefined> {
  return await tx
    .selectFrom('phone_uploads')
    .select(columns)
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertCode(tx: Tx, row: Insertable<PhoneUploadsTable>): Promise<void> {
  await tx.insertInto('phone_uploads').values(row).execute();
}

export async function endCode(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('phone_uploads')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function bindPhone(tx: Tx, id: string, phoneHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('phone_uploads')
    .set({ scanned_at: now, phone_hash: phoneHash })
    .where('id', '=', id)
    .execute();
}

export async function markSubmitted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('phone_uploads').set({ submitted_at: now }).where('id', '=', id).execute();
}

/** Counts the files that have arrived with a code. */
export async function countReceivedFiles(db: Db, uploadId: string): Promise<number> {
  const { count } = await db
    .selectFrom('phone_upload_files')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('upload_id', '=', uploadId)
    .where('file_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Moves the files that arrived for one code to another, before its own files; a prefix keeps the keys unique.
 */
export async function moveReceivedFiles(tx: Tx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('phone_upload_files')
    .set({ upload_id: to, from_before: true, key: sql`${from} || ':' || key` })
    .where('upload_id', '=', from)
    .where('file_id', 'is not', null)
    .execute();
}

/** Lists all files of a code, those of the code before it first. */
export async function listFiles(db: Db, uploadId: string) {
  return await db
    .selectFrom('phone_upload_files as p')
    .leftJoin('files as f', 'f.id', 'p.file_id')
    .select([
      'p.key',
      'p.name',
      'p.size',
      'p.received',
      'p.from_before as isFromEarlierCode',
      'f.id',
      'f.name as storedName',
      'f.size as storedSize',
      'f.content_type as contentType',
      'f.created_at as createdAt',
    ])
    .where('p.upload_id', '=', uploadId)
    // A file that its owner has removed since does not count as arrived.
    .where((row) => row.or([row('p.file_id', 'is', null), row('f.id', 'is not', null)]))
    .orderBy('p.from_before', 'desc')
    .orderBy('p.place')
    .execute();
}

export type PlannedFile = Awaited<ReturnType<typeof listFiles>>[number];

/**
 * Replaces the list of files that the phone intends to send; returns the stored files that are no longer on
 * it.
 */
export async function replacePlan(
  tx: Tx,
  uploadId: string,
  plan: readonly { key: string; name: string; size: number }[],
): Promise<string[]> {
  const keys = plan.map(({ key }) => key);
  const { rows } = await sql<{ fileId: string | null }>`
    delete from phone_upload_files
    where upload_id = ${uploadId} and not from_before and key <> all(${keys}::text[])
    returning file_id as "fileId"`.execute(tx);
  await sql`
    insert into phone_upload_files (upload_id, key, place, name, size)
    select ${uploadId}, key, place, name, size
    from unnest(${keys}::text[], ${plan.map(({ name }) => name)}::text[],
      ${plan.map(({ size }) => size)}::bigint[]) with ordinality as planned (key, name, size, place)
    on conflict (upload_id, key) do update set place = excluded.place`.execute(tx);
  return rows.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
}

export async function markReceived(tx: Tx, uploadId: string, key: string, bytes: number): Promise<void> {
  await tx
    .updateTable('phone_upload_files')
    .set({ received: bytes })
    .where('upload_id', '=', uploadId)
    .where('key', '=', key)
    .where('file_id', 'is', null)
    .execute();
}

/** Stores the file, and returns whether it was still expected with that key. */
export async function storeReceivedFile(
  tx: Tx,
  uploadId: string,
  key: string,
  file: { id: string; size: number },
): Promise<boolean> {
  const result = await tx
    .updateTable('phone_upload_files')
    .set({ file_id: file.id, received: file.size, size: file.size })
    .where('upload_id', '=', uploadId)
    .where('key', '=', key)
    .where('file_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteOldCodes(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('phone_uploads').where('expires_at', '<', before).execute();
}
