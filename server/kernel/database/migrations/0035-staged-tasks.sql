-- What somebody has typed at an open task and not sent yet (暂存): one for each person, since a task may be offered to
-- many; gone when the task is done. The content is sealed as one text, for nobody has checked yet what is sensitive in it.
create table staged_tasks (
  workorder_id uuid not null,
  -- The trace of the task.
  number integer not null,
  staff_id text not null,
  -- What the files that it names are held by until the order takes them.
  id uuid not null unique,
  content_sealed text not null,
  staged_at timestamptz not null,
  primary key (workorder_id, number, staff_id)
);
create index staged_tasks_staff on staged_tasks (staff_id);
