-- The name that a package was filed under, and what becomes of packages whose time is over (docs/decisions/0162, 0166).

-- 全宗名称 as it was when the order got its 档号; a package that is made anew bears it again.
alter table archive_entries add column fonds_name text;
update archive_entries e set fonds_name = coalesce(
  (select f.name from archive_fonds f
    join organisations theirs on theirs.id = f.org_id
    join organisations mine on mine.id = e.org_id and mine.path like theirs.path || '%'
    order by f.code = e.fonds desc, theirs.level desc limit 1),
  (select g.name from organisations g where g.id = e.org_id))
where e.number is not null;

-- The term by which it was prolonged, after the first was over; `kept_until` says until when.
alter table archive_entries add column prolonged text;
-- What was decided of it last.
alter table archive_entries add column appraisal_id text;
alter table archive_entries add column destroyed_on date;

-- 销毁清册: what one archivist proposes and another approves. It says all by itself, whatever becomes of the entries.
create table archive_destructions (
  id text primary key,
  number text not null unique,
  org_id text not null references organisations (id),
  org_name text not null,
  note text not null default '',
  -- proposed, approved (its bytes are going), done, refused
  state text not null,
  made_at timestamptz not null,
  made_by_id text not null references staff (id),
  made_by text not null,
  decided_at timestamptz,
  decided_by_id text references staff (id),
  decided_by text not null default '',
  opinion text not null default '',
  done_at timestamptz
);
create index archive_destructions_newest on archive_destructions (made_at desc, id desc);
create index archive_destructions_approved on archive_destructions (id) where state = 'approved';

-- 鉴定: what somebody has decided of an entry whose time was over.
create table archive_appraisals (
  id text primary key,
  workorder_id uuid not null references archive_entries (workorder_id) on delete cascade,
  -- keep, destroy
  outcome text not null,
  -- Of what is kept: how long from now on.
  period text,
  reason text not null,
  -- Also where its package was handed over.
  even_handed_over boolean not null,
  by_id text not null references staff (id),
  by_name text not null,
  at timestamptz not null,
  -- The 销毁清册 that it stands in, unless that was refused.
  destruction_id text references archive_destructions (id)
);
create index archive_appraisals_entry on archive_appraisals (workorder_id, at desc);
create index archive_appraisals_destruction on archive_appraisals (destruction_id) where destruction_id is not null;

create table archive_destruction_items (
  destruction_id text not null references archive_destructions (id) on delete cascade,
  place integer not null,
  workorder_id uuid not null,
  appraisal_id text not null references archive_appraisals (id),
  number text not null,
  code text not null,
  title text not null,
  item_name text not null,
  org_name text not null,
  year integer not null,
  period text not null,
  concluded_on date not null,
  kept_until date not null,
  -- The newest version, which is what was looked at; all versions go.
  version integer not null,
  versions integer not null,
  files integer not null,
  size bigint not null,
  sha256 text not null,
  reason text not null,
  appraised_by text not null,
  -- Number of the hand-over that it went in; empty where it did not.
  handed_over text not null,
  primary key (destruction_id, place)
);
create unique index archive_destruction_items_entry on archive_destruction_items (destruction_id, workorder_id);

-- The bytes of a package that was destroyed are nowhere; what it was sealed with is empty then.
alter table archive_packages alter column bytes_id drop not null;
create index archive_packages_going on archive_packages (workorder_id) where key_sealed = '' and bytes_id is not null;
