-- Checks of the materials of an order (S1 §3): each saved check is a row with all results, so that earlier ones stay.
create table material_checks (
  workorder_id uuid not null references work_orders (id),
  -- From 1 within the order.
  number integer not null,
  task_number integer not null,
  node_name text not null,
  staff_id text not null,
  staff_name text not null,
  checked_at timestamptz not null,
  -- Result in one line, such as 材料齐全.
  summary text not null,
  -- List of results: id of the material, state, received originals and copies, reason, ids of its files.
  results jsonb not null,
  primary key (workorder_id, number)
);
