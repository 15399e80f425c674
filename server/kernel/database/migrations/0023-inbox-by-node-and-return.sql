-- The to-do list opens by due date, is narrowed by node and by what came back, and the home page counts it by node and
-- day: the index that the list is sorted by carries the node, so that none of this looks a row up. What came back is
-- little and has an index of its own, which other tasks do not touch.
alter table inbox add column node_name text not null default '', add column returned boolean not null default false;
-- A return ends the task that it is made from at the very time at which its target opens.
update inbox i set node_name = t.node_name, returned = exists (
    select from traces p where p.workorder_id = i.workorder_id and p.outcome = 'returned' and p.ended_at = t.started_at)
  from traces t where t.workorder_id = i.workorder_id and t.number = i.number;
drop index inbox_due;
create index inbox_due on inbox (key, due_at, workorder_id, number) include (node_name);
create index inbox_returned on inbox (key, due_at, workorder_id, number) include (node_name) where returned;
