-- Actions whose messages are still to be sent. A plain row costs an action almost nothing, where queueing a job or a
-- NOTIFY of its own takes a lock of the whole server until the flush ends; a job empties it, woken after the commit.
create table work_order_outbox (
  workorder_id uuid not null,
  version integer not null,
  created_at timestamptz not null,
  primary key (workorder_id, version)
);
