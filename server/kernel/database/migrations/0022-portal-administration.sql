-- Walks over the audit trail that the audit administrator asks for, with how far they have come and what they found.
create table audit_verifications (
  id text primary key,
  state text not null check (state in ('waiting', 'running', 'whole', 'broken', 'failed')),
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  -- When the walk was last heard of, by the database's clock; one that is silent has lost its process.
  told_at timestamptz,
  finished_at timestamptz,
  links integer not null default 0,
  links_in_all integer not null default 0,
  orders integer not null default 0,
  files integer not null default 0,
  anchors integer not null default 0,
  findings jsonb not null default '[]',
  findings_in_all integer not null default 0,
  last_anchor_hash text not null default ''
);
-- One at a time.
create unique index audit_verifications_open on audit_verifications ((true)) where finished_at is null;

-- The trail grows in the order of time, so a few pages tell where a span of days lies; an insert pays next to nothing.
create index audit_links_at on audit_links using brin (at) with (pages_per_range = 16);

-- Sessions and events of logins are the security administrator's, holidays the configuration administrator's. A new
-- database gets its roles from the seed; this brings one that has them already to the same.
insert into role_permissions (role_code, permission)
select r.code, p.permission
from (values ('security-admin', 'security:manage'), ('config-admin', 'calendar:manage')) p (role_code, permission)
join roles r on r.code = p.role_code
on conflict do nothing;
