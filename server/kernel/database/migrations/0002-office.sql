-- The office: regions, organisations, halls and windows, posts, people, and what each of them may do and see.

-- The same code may stand on two levels (东莞 is a city and its own county), so level and code are the key together.
-- `id` is the code, or `code-level` for the lower of two that share it.
create table areas (
  id text primary key,
  code text not null,
  level integer not null,
  name text not null,
  full_name text not null,
  parent_id text references areas (id),
  sort_by integer not null default 0,
  enabled boolean not null default true,
  unique (level, code)
);
create index areas_parent on areas (parent_id, sort_by, code);
create index areas_code on areas (code);
create index areas_name_grams on areas using gin (search_grams(name));

-- Organisations and departments are one tree; `kind` tells them apart.
create table organisations (
  id text primary key,
  code text not null unique,
  name text not null,
  kind text not null,
  parent_id text references organisations (id),
  area_code text not null,
  level integer not null,
  sort_by integer not null default 0,
  -- '/root/child/': the subtree of X is everything whose path starts with the path of X.
  path text not null,
  enabled boolean not null default true
);
create index organisations_parent on organisations (parent_id, sort_by);
create index organisations_area on organisations (area_code);
create index organisations_path on organisations (path text_pattern_ops);

create table halls (
  id text primary key,
  name text not null,
  area_code text not null,
  org_id text not null references organisations (id),
  sort_by integer not null default 0
);
create table windows (
  id text primary key,
  name text not null,
  number text not null,
  hall_id text not null references halls (id),
  sort_by integer not null default 0
);
create table positions (
  id text primary key,
  code text not null unique,
  name text not null,
  org_id text references organisations (id),
  sort_by integer not null default 0
);
create table user_groups (
  id text primary key,
  code text not null unique,
  name text not null,
  sort_by integer not null default 0
);

create table staff (
  id text primary key,
  account text not null unique,
  name text not null,
  password_hash text not null,
  password_changed_at timestamptz not null,
  -- Sealed by the crypto provider; the digest finds a person by an exact number without opening any.
  id_card_sealed text,
  id_card_digest text unique,
  mobile_sealed text,
  mobile_digest text,
  org_id text not null references organisations (id),
  department_id text references organisations (id),
  title text not null default '',
  default_landing text,
  disabled_at timestamptz,
  created_at timestamptz not null
);
create index staff_org on staff (org_id);
create index staff_name_grams on staff using gin (search_grams(name));

create table roles (
  code text primary key,
  name text not null,
  sort_by integer not null default 0
);
create table role_permissions (
  role_code text not null references roles (code) on delete cascade,
  permission text not null,
  primary key (role_code, permission)
);
create table staff_roles (
  staff_id text not null references staff (id) on delete cascade,
  role_code text not null references roles (code),
  primary key (staff_id, role_code)
);
create index staff_roles_role on staff_roles (role_code);
create table staff_positions (
  staff_id text not null references staff (id) on delete cascade,
  position_id text not null references positions (id),
  primary key (staff_id, position_id)
);
create index staff_positions_position on staff_positions (position_id);
create table staff_groups (
  staff_id text not null references staff (id) on delete cascade,
  group_id text not null references user_groups (id),
  primary key (staff_id, group_id)
);
create index staff_groups_group on staff_groups (group_id);
create table staff_windows (
  staff_id text not null references staff (id) on delete cascade,
  window_id text not null references windows (id),
  primary key (staff_id, window_id)
);
create index staff_windows_window on staff_windows (window_id);

create table menus (
  id text primary key,
  -- Which sub-system it belongs to: dashboard, workportal, business or serviceportal.
  client_code text not null,
  code text not null unique,
  title text not null,
  url text not null,
  icon text,
  parent_id text references menus (id),
  sort_by integer not null default 0
);
create table role_menus (
  role_code text not null references roles (code) on delete cascade,
  menu_id text not null references menus (id) on delete cascade,
  primary key (role_code, menu_id)
);
