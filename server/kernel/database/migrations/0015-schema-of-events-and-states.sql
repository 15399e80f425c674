-- By which schema of the workflow core events and states were written; all that is there was written by the first.
alter table work_order_events add column schema smallint not null default 1;
alter table work_order_events alter column schema drop default;
alter table work_order_states add column schema smallint not null default 1;
alter table work_order_states alter column schema drop default;
