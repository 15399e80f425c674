-- Documents that an action makes (S1 §4): prepared by its person for a look, confirmed, and taken by the action as files
-- of the order. One that was never taken goes with its file.
create table order_documents (
  workorder_id uuid not null,
  id text not null unique references files (id) on delete cascade,
  -- The trace of the task, and its button.
  number integer not null,
  button_id text not null,
  staff_id text not null,
  -- What the item calls it.
  code text not null,
  name text not null,
  -- Digest of the forms that it was made of: the action is about the same ones.
  made_of text not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  primary key (workorder_id, id)
);
create index order_documents_staff on order_documents (staff_id);
