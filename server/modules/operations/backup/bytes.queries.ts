import type pg from 'pg';

/**
 * Bytes to which a row of the snapshot refers. The rows of chunks and encrypted packages have no digest of the
 * stored bytes.
 */
export interface ReferencedBytes {
  id: string;
  size: number;
  sha256: string | null;
}

/**
 * Selects all bytes to which rows refer, sorted by id; `listReferencedIds` of the files module does this for
 * single ids.
 */
const referencedBytes = `
  select id, size::float8 as size, nullif(sha256, '') as sha256 from (
    select id, size, sha256 from blobs
    union all
    select id, size, sha256 from files where blob_id is null
    union all
    select file_id, size, sha256 from exports where file_id is not null
    union all
    select bytes_id, size, '' from archive_packages where bytes_id is not null and key_sealed <> ''
    union all
    select bytes_id, size, '' from upload_chunks
  ) named order by id collate "C"`;

const batchSize = 2_000;

/** Lists the bytes in the caller's transaction, which must be a snapshot. */
export async function* listReferencedBytes(client: pg.ClientBase): AsyncGenerator<ReferencedBytes> {
  await client.query(`declare named_bytes no scroll cursor for ${referencedBytes}`);
  for (;;) {
    const { rows } = await client.query<ReferencedBytes>(`fetch ${batchSize} from named_bytes`);
    yield* rows;
    if (rows.length < batchSize) break;
  }
  await client.query('close named_bytes');
}

/**
 * Returns the names of the files or archive packages of some bytes, for the person who must look for them.
 */
export async function listNamesOfBytes(client: pg.ClientBase, id: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select f.name || coalesce('（' || o.code || '）', '') as name from files f
       left join work_orders o on o.id::text = f.workorder_id
     where coalesce(f.blob_id, f.id) = $1
     union all
     select '档案包 ' || o.code || ' v' || p.version from archive_packages p join work_orders o on o.id = p.workorder_id
     where p.bytes_id = $1
     limit 5`,
    [id],
  );
  return rows.map(({ name }) => name);
}
