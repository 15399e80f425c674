-- Entries of a person's schedule. When an entry is reminded of stands in the row, so that the job of each minute reads an
-- index; `told_at` says that open screens were woken, `dismissed_at` that the person has seen it.
create table schedule_entries (
  id uuid primary key,
  staff_id text not null references staff (id),
  name text not null,
  address text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  remark text not null default '',
  remind_minutes integer,
  remind_at timestamptz,
  told_at timestamptz,
  dismissed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index schedule_entries_of_staff on schedule_entries (staff_id, starts_at);
create index schedule_entries_waiting on schedule_entries (remind_at) where told_at is null and remind_at is not null;
create index schedule_entries_due on schedule_entries (staff_id, remind_at)
  where dismissed_at is null and remind_at is not null;

-- The link by which a calendar outside reads the schedule: only a hash of its secret is kept.
create table schedule_feeds (
  staff_id text primary key references staff (id),
  secret_hash text not null unique,
  shows_titles boolean not null,
  made_at timestamptz not null,
  read_at timestamptz
);

-- Whoever works with matters gets the page. A new database gets its menus from the seed; this brings one that has them
-- already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'schedule', 'workportal', 'schedule', '日程', '/schedule', 'calendar', drafts.parent_id, drafts.sort_by + 1
from menus drafts where drafts.client_code = 'workportal' and drafts.code = 'affair-draft'
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select distinct rm.role_code, m.id
from role_menus rm join menus todo on todo.id = rm.menu_id and todo.client_code = 'workportal' and todo.code = 'todo'
  join menus m on m.client_code = 'workportal' and m.code = 'schedule'
on conflict do nothing;
