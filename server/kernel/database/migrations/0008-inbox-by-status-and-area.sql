-- A filter of the to-do list that matches little must not walk through all that a hot role has: each has its index.
alter table inbox add column status smallint;
update inbox i set status = o.status from work_orders o where o.id = i.workorder_id;
alter table inbox alter column status set not null;
create index inbox_status on inbox (key, status, arrived_at desc, workorder_id desc, number desc);
create index inbox_area on inbox (key, area_code text_pattern_ops, arrived_at desc);
