-- Copies are walked from the newest of each key, and what a person sent is no copy to that person: both are in the index.
alter table work_order_copies add column sent_by text;
update work_order_copies c set sent_by = r.handler_id
from work_order_records r where r.workorder_id = c.workorder_id and r.number = c.number;
alter table work_order_copies alter column sent_by set not null;
drop index work_order_copies_newest;
create index work_order_copies_newest on work_order_copies (key, copied_at desc, workorder_id, number) include (sent_by);
