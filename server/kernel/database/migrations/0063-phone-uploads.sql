-- Codes by which a phone sends files to the desk of one person; the code and the phone's own secret are kept as hashes.
create table phone_uploads (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  session_id text not null,
  code_hash text not null unique,
  form_title text not null,
  field_title text not null,
  formats text[] not null,
  max_size_mb integer not null,
  max_count integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  scanned_at timestamptz,
  phone_hash text,
  submitted_at timestamptz,
  -- Refreshed, or given up by the desk.
  ended_at timestamptz
);
create index phone_uploads_expires on phone_uploads (expires_at);
create index phone_uploads_staff on phone_uploads (staff_id);

-- What the phone means to send, in its order; `key` is the phone's own name for it. What arrived for a code that was
-- refreshed goes on under the new one, and is none of the next phone's business.
create table phone_upload_files (
  upload_id text not null references phone_uploads (id) on delete cascade,
  key text not null,
  place integer not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  file_id text,
  from_before boolean not null default false,
  primary key (upload_id, key)
);
