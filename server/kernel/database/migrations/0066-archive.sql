-- Archive packages (docs/decisions/0162): one entry for each order that was concluded, its package in versions, who looked
-- into it, and what was handed over.

-- 全宗号 of an organisation and of those below it that have none of their own.
create table archive_fonds (
  org_id text primary key references organisations (id),
  code text not null,
  name text not null
);

-- How long orders of an item are kept, and under which 机构（问题）代码.
create table archive_items (
  task_code text primary key,
  period text not null,
  department text not null
);

-- The last 件号 within fonds, year, period and department.
create table archive_counters (
  fonds text not null,
  year integer not null,
  period text not null,
  department text not null,
  last integer not null,
  primary key (fonds, year, period, department)
);

create table archive_entries (
  workorder_id uuid primary key references work_orders (id) on delete cascade,
  -- waiting, running, kept, failed, reopened
  state text not null,
  -- Why it failed, for the archivist.
  reason text not null default '',
  -- Who makes it again by hand counts anew.
  tries integer not null default 0,
  claim text,
  told_at timestamptz,
  asked_at timestamptz not null,
  -- The place in the archive, given once and never again to another.
  number text unique,
  fonds text,
  year integer,
  period text,
  department text,
  item integer,
  -- Of the organisation that is responsible for the item.
  org_id text not null references organisations (id),
  code text not null,
  title text not null,
  task_code text not null,
  item_name text not null,
  concluded_on date not null,
  kept_until date,
  -- The newest version of its package; 0 before there is one.
  version integer not null default 0
);
create index archive_entries_in_line on archive_entries (asked_at, workorder_id) where state in ('waiting', 'running');
create index archive_entries_newest on archive_entries (concluded_on desc, workorder_id desc);
create index archive_entries_trouble on archive_entries (org_id) where state = 'failed';
create index archive_entries_kept_until on archive_entries (kept_until) where kept_until is not null;

-- A package never changes: an order that was taken up again and concluded gets another version, and the older one stays.
create table archive_packages (
  workorder_id uuid not null references archive_entries (workorder_id) on delete cascade,
  version integer not null,
  -- Where the bytes rest, sealed; what they are sealed with, sealed by the key of the installation.
  bytes_id text not null unique,
  key_sealed text not null,
  -- Of the package itself, as it is handed out.
  size bigint not null,
  sha256 text not null,
  -- Of what it says, without the moment it was made: what says the same needs no other version.
  digest text not null,
  -- Path, title, kind, size and digest of each part, in the order of the package.
  parts jsonb not null,
  files integer not null,
  made_at timestamptz not null,
  checked_at timestamptz,
  -- Null before it was looked at: whole, changed, missing
  found text,
  primary key (workorder_id, version)
);
create index archive_packages_to_check on archive_packages (checked_at nulls first);
create index archive_packages_broken on archive_packages (workorder_id) where found in ('changed', 'missing');

-- 利用登记: who looked into a package or took it along, and what for.
create table archive_retrievals (
  id text primary key,
  workorder_id uuid not null,
  number text not null,
  title text not null,
  org_id text not null,
  version integer not null,
  -- look, download
  kind text not null,
  purpose text not null,
  staff_id text not null references staff (id),
  staff_name text not null,
  org_name text not null,
  at timestamptz not null
);
create index archive_retrievals_newest on archive_retrievals (at desc, id desc);
create index archive_retrievals_entry on archive_retrievals (workorder_id, at desc);

-- 移交: packages that go to the archive together.
create table archive_hand_overs (
  id text primary key,
  number text not null unique,
  org_id text not null references organisations (id),
  receiver text not null,
  note text not null default '',
  -- prepared, done
  state text not null,
  made_at timestamptz not null,
  made_by text not null,
  handed_on date,
  received_by text not null default ''
);
create index archive_hand_overs_newest on archive_hand_overs (made_at desc, id desc);
-- No package goes twice.
create table archive_hand_over_packages (
  workorder_id uuid not null,
  version integer not null,
  hand_over_id text not null references archive_hand_overs (id) on delete cascade,
  place integer not null,
  primary key (workorder_id, version),
  foreign key (workorder_id, version) references archive_packages (workorder_id, version)
);
create unique index archive_hand_over_packages_place on archive_hand_over_packages (hand_over_id, place);

-- Orders that were concluded before get their packages as well.
insert into archive_entries (workorder_id, state, asked_at, org_id, code, title, task_code, item_name, concluded_on)
select o.id, 'waiting', o.ended_at, b.org_id, o.code, o.title, o.task_code, o.item_name,
  (o.ended_at at time zone 'Asia/Shanghai')::date
from work_orders o join business_items b on b.id = o.business_item_id
where o.ended_at is not null;

-- The role and its page. A new database gets both from the seed; this brings one that has roles already to the same.
insert into roles (code, name, sort_by)
select 'archivist', '档案管理员', max(sort_by) + 1 from roles having count(*) > 0
on conflict do nothing;
insert into role_permissions (role_code, permission)
select r.code, p.permission from roles r, unnest(array['archive:read', 'archive:manage']) p (permission)
where r.code = 'archivist'
on conflict do nothing;
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'archive', 'business', 'archive', '档案', '/business/archive', 'file-text', m.parent_id, m.sort_by + 1
from menus m where m.client_code = 'business' and m.code = 'login-policy'
on conflict do nothing;
insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r, menus m
where r.code = 'archivist' and m.code in ('business', 'archive')
on conflict do nothing;
