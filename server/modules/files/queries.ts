import { type Insertable, sql } from 'kysely';
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

/** A person's own files among the ids named. */
export async function listOwnFiles(db: Db, staffId: string, ids: readonly string[]): Promise<FileRow[]> {
  return await db
    .selectFrom('files')
    .select(columns)
    .where('id', 'in', [...ids])
    .where('owner_staff_id', '=', staffId)
    .execute();
}

/** What the files of an order come to, in bytes. */
export async function countOrderBytes(db: Db, workorderId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select((row) => row.fn.coalesce(row.fn.sum<string>('size'), sql<string>`0`).as('bytes'))
    .where('workorder_id', '=', workorderId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function insertFile(tx: Tx, row: Insertable<FilesTable>): Promise<void> {
  await tx.insertInto('files').values(row).execute();
}
