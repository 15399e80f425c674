import type { Insertable } from 'kysely';
import type { FilesTable } from '#server/database/tables.ts';
import type { Db, Tx } from '#server/database/transaction.ts';

const columns = [
  'id',
  'owner_staff_id as ownerStaffId',
  'workorder_id as workorderId',
  'name',
  'size',
  'content_type as contentType',
  'sha256',
  'created_at as createdAt',
] as const;

export async function findFile(db: Db, id: string) {
  return await db.selectFrom('files').select(columns).where('id', '=', id).executeTakeFirst();
}

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

export async function listFilesById(db: Db, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('files')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute();
}

export async function insertFile(tx: Tx, row: Insertable<FilesTable>): Promise<void> {
  await tx.insertInto('files').values(row).execute();
}
