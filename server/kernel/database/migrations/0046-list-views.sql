-- Views of lists: filters, sorting and columns under a name, a person's own or shared with the organisation.
create table list_views (
  id text primary key,
  list text not null,
  staff_id text not null references staff (id),
  name text not null,
  -- The organisation that it is shared with; null for one's own.
  shared_with text references organisations (id),
  content jsonb not null,
  sort_by integer not null default 0,
  updated_at timestamptz not null,
  -- A view that was deleted can be brought back.
  deleted_at timestamptz
);
create index list_views_own on list_views (staff_id, list, sort_by);
create index list_views_shared on list_views (shared_with, list) where shared_with is not null and deleted_at is null;

-- With which view a person's list opens.
create table list_view_defaults (
  staff_id text not null references staff (id),
  list text not null,
  view_id text not null references list_views (id),
  primary key (staff_id, list)
);

-- Sharing a view with the organisation is for those who look after the work of others. A new database gets its roles from
-- the seed; this brings one that has them already to the same.
insert into role_permissions (role_code, permission)
select code, 'list-view:share' from roles where code in ('leader', 'supervisor', 'matter-admin')
on conflict do nothing;
