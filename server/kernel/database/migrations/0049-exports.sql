-- Lists that people asked for as files: what of, how far it has come, and where the bytes rest. A worker that has taken
-- one on puts its claim there; who died meanwhile finds another's.
create table exports (
  id uuid primary key,
  staff_id text not null references staff (id),
  account text not null,
  list text not null,
  title text not null,
  file_name text not null,
  format text not null check (format in ('xlsx', 'csv')),
  -- As the list's own call is asked, and its filters in words: sealed, for a number may be what was looked for.
  asked_sealed text not null,
  columns text[] not null,
  -- Ticked rows; null for all that the query finds.
  row_ids text[],
  page_path text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  rows integer not null default 0,
  rows_in_all integer not null,
  tries integer not null default 0,
  claim text,
  told_at timestamptz,
  file_id text unique,
  size bigint not null default 0,
  sha256 text not null default '',
  asked_at timestamptz not null,
  finished_at timestamptz
);
create index exports_mine on exports (staff_id, asked_at desc);
create index exports_open on exports (asked_at) where state in ('waiting', 'running');
create index exports_by_age on exports (asked_at);
