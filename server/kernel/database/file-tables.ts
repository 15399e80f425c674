import type { ColumnType } from 'kysely';
import type { DefaultedColumn, OptionalTimestamp, Timestamp } from './column-types.ts';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface FilesTable {
  id: string;
  owner_staff_id: Optional<string>;
  workorder_id: Optional<string>;
  name: string;
  size: number;
  content_type: string;
  sha256: string;
  draft_id: Optional<string>;
  is_public: DefaultedColumn<boolean>;
  blob_id: Optional<string>;
  md5: Optional<string>;
  made_of: Optional<string[]>;
  created_at: Timestamp;
}

export interface BlobsTable {
  id: string;
  sha256: string;
  size: number;
  created_at: Timestamp;
}

export interface ChunkedUploadsTable {
  id: string;
  staff_id: string;
  md5: string;
  name: string;
  size: number;
  chunk_size: number;
  chunks: number;
  created_at: Timestamp;
  seen_at: Timestamp;
  claim: Optional<string>;
  claimed_at: OptionalTimestamp;
}

export interface UploadChunksTable {
  upload_id: string;
  number: number;
  bytes_id: string;
  size: number;
}

export interface ThumbnailsTable {
  blob_id: string;
  picture: Optional<Buffer>;
  tried_at: OptionalTimestamp;
}

/** Tables of files, of their shared bytes, and of uploads in progress. */
export interface FileTables {
  files: FilesTable;
  blobs: BlobsTable;
  thumbnails: ThumbnailsTable;
  chunked_uploads: ChunkedUploadsTable;
  upload_chunks: UploadChunksTable;
}
