-- When the limits of open panels are over (docs/decisions/0035). A job looks for what is due and decides it; the rows are
-- written with the decision that opens or closes the panel.
create table panel_limits (
  workorder_id uuid not null,
  -- Number of the panel in its order.
  panel_id integer not null,
  due_at timestamptz not null,
  primary key (workorder_id, panel_id)
);
create index panel_limits_due on panel_limits (due_at);
