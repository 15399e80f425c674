-- The two trees that rules are kept in: by their type, and by their group. Nothing writes them yet but an import.
create table rule_categories (
  id text primary key,
  name text not null,
  parent_id text references rule_categories (id),
  sort_by integer not null default 0
);
create table rule_group_categories (
  id text primary key,
  name text not null,
  parent_id text references rule_group_categories (id),
  sort_by integer not null default 0
);
