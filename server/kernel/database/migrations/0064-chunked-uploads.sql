-- Large files on their way, chunk by chunk (S2 §7): any process goes on with what another has received.
create table chunked_uploads (
  id text primary key,
  staff_id text not null,
  md5 text not null,
  name text not null,
  size bigint not null,
  chunk_size integer not null,
  chunks integer not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- Who puts it together; one that has been silent for a while is dead.
  claim text,
  claimed_at timestamptz,
  unique (staff_id, md5, name)
);
create table upload_chunks (
  upload_id text not null references chunked_uploads (id) on delete cascade,
  number integer not null,
  bytes_id text not null unique,
  size integer not null,
  primary key (upload_id, number)
);
-- Known of files that came in chunks: whoever sends the same again need not.
alter table files add column md5 text;
create index files_md5 on files (owner_staff_id, md5) where md5 is not null;
