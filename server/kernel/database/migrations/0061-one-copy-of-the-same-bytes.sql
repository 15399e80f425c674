-- The same bytes are kept once, under the id of the file that came first. References are the rows of files themselves:
-- no number stands beside them that could be wrong, and the foreign key lets no content go that a file still names.
create table blobs (
  id text primary key,
  sha256 text not null unique,
  size bigint not null,
  created_at timestamptz not null
);
-- Null: bytes of before, which rest under the file's own id.
alter table files add column blob_id text references blobs (id) on update cascade;
create index files_blob on files (blob_id);
create index files_without_blob on files (id) where blob_id is null and workorder_id is not null;
