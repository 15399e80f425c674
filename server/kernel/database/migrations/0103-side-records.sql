-- Side records of orders (补正, 特别程序, 延期, 中止, 缴费 …): what runs beside the flow. The order's state has them too; these
-- rows are for lists, for detail reads, and for the job that gives the next command at its time.
create table side_records (
  workorder_id uuid not null,
  -- Number of the record in its order.
  number integer not null,
  kind text not null,
  state text not null,
  is_open boolean not null,
  -- The trace of the task to which it belongs; null if it concerns the whole order.
  task_number integer,
  opened_at timestamptz not null,
  opened_by text not null,
  changed_at timestamptz not null,
  -- When the portal gives the next command by itself, and its name.
  due_at timestamptz,
  due_command text,
  data jsonb not null,
  primary key (workorder_id, number)
);
create index side_records_due on side_records (due_at) where due_at is not null;
create index side_records_open on side_records (kind, changed_at desc) where is_open;

-- Settings of an item for its side records; a missing part has its default.
alter table business_items add column record_settings jsonb not null default '{}';

-- A new database gets it from the seed; this brings one that has its roles already to the same.
insert into role_permissions (role_code, permission)
select code, 'work-order:approve' from roles where code = 'leader'
on conflict do nothing;
