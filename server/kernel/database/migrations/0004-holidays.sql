-- Exceptions to "Monday to Friday" as the yearly notice publishes them; the office may edit them.
create table holidays (
  day date primary key,
  kind text not null check (kind in ('holiday', 'workday')),
  name text not null
);
