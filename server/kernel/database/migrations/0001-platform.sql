-- What every room stands on: sessions, limits, idempotency, the audit chain, jobs' heartbeats, files and messages.
-- Ids are text, made by the application (uuid v7), never by sequences; times are timestamptz.

-- Single characters and pairs of characters of a text, for GIN search of Chinese; trigrams are blind to two-character words.
create function search_grams(value text) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}')
  from (
    select substr(lower(value), i, n) as gram
    from generate_series(1, char_length(value)) i, generate_series(1, 2) n
  ) grams
  where char_length(gram) > 0
$$;

create table sessions (
  id text primary key,
  token_hash text not null unique,
  staff_id text not null,
  login_type text not null,
  address text not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index sessions_staff on sessions (staff_id) where ended_at is null;
create index sessions_seen on sessions (seen_at);

-- A browser that has signed in before. It has its own failure limit, so that nobody can lock its owner out;
-- with may_sign_in it stands for 记住密码.
create table device_tokens (
  token_hash text primary key,
  staff_id text not null,
  may_sign_in boolean not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  used_at timestamptz not null,
  revoked_at timestamptz
);
create index device_tokens_staff on device_tokens (staff_id);

-- Lost on a crash without harm, so unlogged.
create unlogged table captchas (
  token_hash text primary key,
  kind text not null,
  answer text not null,
  expires_at timestamptz not null
);
create index captchas_expiry on captchas (expires_at);

create unlogged table tickets (
  ticket_hash text primary key,
  session_id text not null,
  purpose text not null,
  subject text not null default '',
  expires_at timestamptz not null
);
create index tickets_expiry on tickets (expires_at);

create unlogged table rate_limits (
  bucket text primary key,
  window_started_at timestamptz not null,
  hits integer not null
);
create index rate_limits_window on rate_limits (window_started_at);

-- Secrets that every server process must share, sealed by the key of the data directory.
create table shared_secrets (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null
);

-- `answer` is text, never json: a repeated key is answered byte for byte.
create table idempotency_keys (
  staff_id text not null,
  key text not null,
  endpoint text not null,
  request_hash text not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (staff_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- One chain per work order and one per other object family; see docs/decisions/0012.
create table audit_links (
  chain text not null,
  seq integer not null,
  at timestamptz not null,
  staff_id text,
  staff_name text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  detail jsonb not null,
  request_id text not null,
  prev_hash text not null,
  hash text not null,
  written_in bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (chain, seq)
);
create index audit_links_written on audit_links using brin (written_in) with (pages_per_range = 16);
create index audit_links_object on audit_links (object_kind, object_id, at desc);
create index audit_links_staff on audit_links (staff_id, at desc);

create table audit_heads (
  chain text primary key,
  seq integer not null,
  hash text not null
);

-- Every minute: the heads of all chains that grew, chained themselves, so that a cut tail or a lost chain is found.
create table audit_anchors (
  seq integer primary key,
  at timestamptz not null,
  horizon bigint not null,
  heads jsonb not null,
  prev_hash text not null,
  hash text not null
);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed or deleted' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_links_append_only before update or delete or truncate on audit_links
  for each statement execute function audit_is_append_only();
create trigger audit_anchors_append_only before update or delete or truncate on audit_anchors
  for each statement execute function audit_is_append_only();

create table worker_heartbeats (
  worker_id text primary key,
  process_id text not null,
  seen_at timestamptz not null
);

create table files (
  id text primary key,
  owner_staff_id text,
  workorder_id text,
  name text not null,
  size bigint not null,
  content_type text not null,
  sha256 text not null,
  created_at timestamptz not null
);
create index files_workorder on files (workorder_id) where workorder_id is not null;
create index files_owner on files (owner_staff_id, created_at desc);

create table messages (
  id text primary key,
  staff_id text not null,
  kind text not null,
  title text not null,
  content text not null,
  workorder_id text,
  workorder_code text,
  sent_at timestamptz not null,
  read_at timestamptz
);
create index messages_list on messages (staff_id, sent_at desc, id desc);
create index messages_unread on messages (staff_id, sent_at desc) where read_at is null;
