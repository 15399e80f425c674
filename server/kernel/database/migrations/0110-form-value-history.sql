-- Fields that an action changed in a form of an order, with their values before it (docs/decisions/0238).
create table work_order_form_changes (
  workorder_id uuid not null,
  form_code text not null,
  -- Version of the order after the action.
  version integer not null,
  -- Trace of the task at which it was made; null for an action without a task.
  number integer,
  staff_id text not null,
  staff_name text not null,
  at timestamptz not null,
  fields text[] not null,
  -- Values before the change by field id, encrypted as the form requires; a field without a value is left out.
  -- Null if later changes of the form need the space.
  previous jsonb,
  primary key (workorder_id, form_code, version)
);
