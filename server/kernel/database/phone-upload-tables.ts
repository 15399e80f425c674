import type { DefaultedColumn, OptionalTimestamp, Timestamp } from './column-types.ts';

/** The tables of uploads from a phone, with the names of the database. */

export interface PhoneUploadsTable {
  id: string;
  staff_id: string;
  session_id: string;
  code_hash: string;
  form_title: string;
  field_title: string;
  formats: string[];
  max_size_mb: number;
  max_count: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  scanned_at: OptionalTimestamp;
  phone_hash: string | null;
  submitted_at: OptionalTimestamp;
  ended_at: OptionalTimestamp;
}

export interface PhoneUploadFilesTable {
  upload_id: string;
  key: string;
  place: number;
  name: string;
  size: number;
  received: DefaultedColumn<number>;
  file_id: string | null;
  from_before: DefaultedColumn<boolean>;
}

export interface PhoneUploadTables {
  phone_uploads: PhoneUploadsTable;
  phone_upload_files: PhoneUploadFilesTable;
}
