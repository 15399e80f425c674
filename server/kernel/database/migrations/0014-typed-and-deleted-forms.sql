-- Action 13 marks the contents of an order's forms as deleted: they are kept, hidden, and may be restored.
alter table work_order_forms add column deleted_at timestamptz;

-- What somebody had typed into a form at a visit that did not fill it in (return, terminate, void): the node's staged
-- draft after a return, a part of the history after an end. `content` holds the typed fields only, sealed as the form says.
create table work_order_typed_forms (
  workorder_id uuid not null,
  -- The trace at which it was typed.
  number integer not null,
  form_code text not null,
  content jsonb not null,
  typed_at timestamptz not null,
  primary key (workorder_id, number, form_code)
);
